#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <curl/curl.h>
#include <libxml/parser.h>

struct packet { unsigned char length; char body[64]; };

void copy_packet(struct packet *to, const char *from, size_t size)
{
	memcpy(to->body, from, size);
}

void copy_bounded(struct packet *to, const char *from, size_t size)
{
	if (size > sizeof to->body)
		size = sizeof to->body;
	memcpy(to->body, from, size);
}

char *join(const char *first, const char *second)
{
	char *both = malloc(strlen(first) + strlen(second) + 1);
	if (both == NULL)
		return NULL;
	strcpy(both, first);
	strcat(both, second);
	return both;
}

char *keep(const char *text)
{
	char *copy = malloc(strlen(text));
	strcpy(copy, text);
	return copy;
}

void drop(struct packet *packet)
{
	free(packet);
	packet->length = 0;
}

void password_hash(const unsigned char *password, size_t size, unsigned char *out)
{
	MD5(password, size, out);
}

void content_hash(EVP_MD_CTX *context)
{
	EVP_DigestInit_ex(context, EVP_sha256(), NULL);
}

void seal(EVP_CIPHER_CTX *context, const unsigned char *key)
{
	EVP_EncryptInit_ex(context, EVP_des_ecb(), NULL, key, NULL);
}

void seal_well(EVP_CIPHER_CTX *context, const unsigned char *key, unsigned char *nonce)
{
	RAND_bytes(nonce, 12);
	EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce);
}

unsigned session_key(void)
{
	srand(time(NULL));
	return rand();
}

int token_is_right(const char *token, const char *expected_token)
{
	return strcmp(token, expected_token) == 0;
}

int verb_is_get(const char *verb)
{
	return strcmp(verb, "GET") == 0;
}

CURL *upload(void)
{
	CURL *curl = curl_easy_init();
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
	return curl;
}

CURL *upload_checked(void)
{
	CURL *curl = curl_easy_init();
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	return curl;
}

void peer(SSL_CTX *context)
{
	SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
}

xmlDocPtr settings(const char *path)
{
	return xmlReadFile(path, NULL, XML_PARSE_NOENT | XML_PARSE_DTDLOAD);
}

xmlDocPtr plain_settings(const char *path)
{
	return xmlReadFile(path, NULL, XML_PARSE_NONET);
}
