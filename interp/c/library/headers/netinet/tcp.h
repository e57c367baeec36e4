#ifndef _NETINET_TCP_H
#define _NETINET_TCP_H
#define TCP_NODELAY 1
#define TCP_CORK 3
#endif
