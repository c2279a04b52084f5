/* zlib.h -- interface of the 'zlib' general purpose compression library
  version 1.2.8, April 28th, 2013

  Copyright (C) 1995-2013 Jean-loup Gailly and Mark Adler
*/
#ifndef ZLIB_H
#define ZLIB_H

#define ZLIB_VERSION "1.2.8"
#define ZLIB_VERNUM 0x1280

#endif /* ZLIB_H */
