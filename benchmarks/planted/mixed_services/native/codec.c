#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <alloca.h>

#define WORD 64
#define HEADER 8

struct frame { uint16_t length; uint8_t kind; char body[WORD]; };

int decode(struct frame *frame, const uint8_t *bytes, size_t size)
{
	uint16_t length;
	if (size < HEADER)
		return -1;
	memcpy(&length, bytes, sizeof length);
	memcpy(frame->body, bytes + HEADER, length);
	return length;
}

int decode_checked(struct frame *frame, const uint8_t *bytes, size_t size)
{
	if (size < HEADER || size - HEADER > sizeof frame->body)
		return -1;
	memcpy(frame->body, bytes + HEADER, size - HEADER);
	return 0;
}

void label(char *out, const struct frame *frame)
{
	strcpy(out, "frame ");
	strcat(out, frame->body);
}

void label_bounded(char *out, size_t size, const struct frame *frame)
{
	snprintf(out, size, "frame %.*s", WORD, frame->body);
}

char *describe(const struct frame *frame)
{
	char text[WORD];
	sprintf(text, "%u:%s", frame->length, frame->body);
	return strdup(text);
}

char *kind(const struct frame *frame)
{
	static char text[8];
	sprintf(text, "%u", frame->kind);
	return text;
}

void *table(size_t count, size_t size)
{
	return malloc(count * size);
}

void *table_checked(size_t count, size_t size)
{
	return calloc(count, size);
}

void scratch(size_t size)
{
	char *space = alloca(size);
	memset(space, 0, size);
}

void read_word(FILE *in)
{
	char word[WORD];
	fscanf(in, "%s", word);
	fscanf(in, "%63s", word);
}

void twice(struct frame *frame)
{
	free(frame->kind ? frame : NULL);
	free(frame);
}

void copy_name(char *to, const char *from)
{
	strncpy(to, from, strlen(from));
	stpcpy(to, from);
}

void wide(wchar_t *to, const wchar_t *from)
{
	wcscpy(to, from);
	wcsncpy(to, L"a", 2);
}

void log_line(FILE *out, const char *line)
{
	fprintf(out, line);
	fputs(line, out);
}
