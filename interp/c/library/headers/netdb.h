#ifndef _NETDB_H
#define _NETDB_H
#include <netinet/in.h>
struct hostent {
	char *h_name, **h_aliases;
	int h_addrtype, h_length;
	char **h_addr_list;
};
#define h_addr h_addr_list[0]
struct addrinfo {
	int ai_flags, ai_family, ai_socktype, ai_protocol;
	unsigned ai_addrlen;
	struct sockaddr *ai_addr;
	char *ai_canonname;
	struct addrinfo *ai_next;
};
struct hostent *gethostbyname(const char *);
struct hostent *gethostbyaddr(const void *, unsigned, int);
int getaddrinfo(const char *restrict, const char *restrict, const struct addrinfo *restrict, struct addrinfo **restrict);
void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
#endif
