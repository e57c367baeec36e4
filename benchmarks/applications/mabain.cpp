// A client of Mabain's protocol without locks: a writer changes an edge, a reader takes it if it was
// told that no writer came between.
#include "drm_base.h"
#include "error.h"
#include "lock_free.h"

#include <cassert>
#include <thread>

using namespace mabain;

static LockFreeShmData shared;
static IndexHeader header;
static unsigned char edge[2] = {1, 1};

static void change()
{
	LockFree writer;
	writer.LockFreeInit(&shared, &header, CONSTS::ACCESS_MODE_WRITER);
	header.excep_updating_status = EXCEP_STATUS_ADD_EDGE;
	writer.WriterLockFreeStart(64);
	edge[0] = edge[1] = 2;
	writer.WriterLockFreeStop();
}

int main()
{
	LockFree reader;
	reader.LockFreeInit(&shared, &header);
	std::thread writer(change);
	LockFreeData snapshot;
	MBData data;
	reader.ReaderLockFreeStart(snapshot);
	unsigned char first = edge[0], second = edge[1];
	if (reader.ReaderLockFreeStop(snapshot, 64, data) == MBError::SUCCESS)
		assert(first == second);
	writer.join();
}
