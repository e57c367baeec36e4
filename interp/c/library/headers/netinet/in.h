#ifndef _NETINET_IN_H
#define _NETINET_IN_H
#include <stdint.h>
#include <sys/socket.h>
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
struct in_addr {
	in_addr_t s_addr;
};
struct sockaddr_in {
	sa_family_t sin_family;
	in_port_t sin_port;
	struct in_addr sin_addr;
	unsigned char sin_zero[8];
};
struct in6_addr {
	union {
		uint8_t __u6_addr8[16];
		uint16_t __u6_addr16[8];
		uint32_t __u6_addr32[4];
	} __in6_u;
};
#define s6_addr __in6_u.__u6_addr8
#define s6_addr16 __in6_u.__u6_addr16
#define s6_addr32 __in6_u.__u6_addr32
struct sockaddr_in6 {
	sa_family_t sin6_family;
	in_port_t sin6_port;
	uint32_t sin6_flowinfo;
	struct in6_addr sin6_addr;
	uint32_t sin6_scope_id;
};
struct ip_mreq {
	struct in_addr imr_multiaddr, imr_interface;
};
struct ipv6_mreq {
	struct in6_addr ipv6mr_multiaddr;
	unsigned ipv6mr_interface;
};
#define IN6ADDR_ANY_INIT {{{0}}}
#define IN6ADDR_LOOPBACK_INIT {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}}
static const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
static const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;
#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46
#define INADDR_BROADCAST 0xffffffffu
#define INADDR_NONE 0xffffffffu
#define IPPROTO_IP 0
#define IPPROTO_ICMP 1
#define IPPROTO_IPV6 41
#define IPPROTO_RAW 255
#define IPV6_V6ONLY 26
#define INADDR_ANY 0u
#define INADDR_LOOPBACK 0x7f000001u
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
static inline uint16_t htons(uint16_t __x) { return __builtin_bswap16(__x); }
static inline uint16_t ntohs(uint16_t __x) { return __builtin_bswap16(__x); }
static inline uint32_t htonl(uint32_t __x) { return __builtin_bswap32(__x); }
static inline uint32_t ntohl(uint32_t __x) { return __builtin_bswap32(__x); }
#endif
