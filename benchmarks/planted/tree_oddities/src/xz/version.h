/* Version of the copy of liblzma. */
#define LZMA_VERSION_MAJOR 5
#define LZMA_VERSION_MINOR 6
#define LZMA_VERSION_PATCH 0
#define LZMA_VERSION_STRING "5.6.0"
