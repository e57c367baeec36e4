#ifndef _LINUX_SCATTERLIST_H
#define _LINUX_SCATTERLIST_H
#include <linux/types.h>
#include <linux/mm.h>
/* A list of buffers, of which no program here has any. */
struct scatterlist {
	void *buffer;
	unsigned length;
};
static inline void sg_set_buf(struct scatterlist *sg, const void *buffer, unsigned length)
{
	sg->buffer = (void *)buffer;
	sg->length = length;
}
static inline void sg_set_page(struct scatterlist *sg, struct page *page, unsigned length, unsigned offset)
{
	sg_set_buf(sg, (char *)page + offset, length);
}
#define sg_next(sg) ((sg) + 1)
#define sg_mark_end(sg) ((void)(sg))
#endif
