/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of 64 bytes are 0x20 or less, as all separators of words and lines are: a mask with bit i
 * for byte i. Half of the time of reading is spent on this question.
 */
#pragma once

#include <stdint.h>
#include <string.h>

/*
 * Eight bytes together: adding 0x5f carries into the top bit of those above 0x20, and the
 * multiplication collects the top bits.
 */
static inline uint64_t low_bytes_portable(const char *p)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones * 0x80;
	uint64_t mask = 0;
#pragma GCC unroll 8
	for (unsigned i = 0; i < 8; i++) {
		uint64_t x;
		memcpy(&x, p + 8 * i, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		x = __builtin_bswap64(x);
#endif
		uint64_t low = ~(((x & ~tops) + ones * 0x5f) | x) & tops;
		mask |= ((low >> 7) * UINT64_C(0x0102040810204080) >> 56) << (8 * i);
	}
	return mask;
}

#if defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

/* Each byte that is low keeps the bit of its place in a group of eight; adding pairs joins them. */
static inline uint64_t low_bytes(const char *p)
{
	static const uint8_t place[16] = {
		1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128
	};
	const uint8_t *bytes = (const uint8_t *)p;
	const uint8x16_t bits = vld1q_u8(place), blank = vdupq_n_u8(0x20);
	uint8x16_t a = vandq_u8(vcleq_u8(vld1q_u8(bytes), blank), bits);
	uint8x16_t b = vandq_u8(vcleq_u8(vld1q_u8(bytes + 16), blank), bits);
	uint8x16_t c = vandq_u8(vcleq_u8(vld1q_u8(bytes + 32), blank), bits);
	uint8x16_t d = vandq_u8(vcleq_u8(vld1q_u8(bytes + 48), blank), bits);
	uint8x16_t sum = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

#elif defined(__SSE2__)
#include <emmintrin.h>

static inline uint64_t low_bytes(const char *p)
{
	const __m128i blank = _mm_set1_epi8(0x20);
	uint64_t mask = 0;
	for (unsigned i = 0; i < 4; i++) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
		__m128i low = _mm_cmpeq_epi8(_mm_min_epu8(x, blank), x);
		mask |= (uint64_t)(unsigned)_mm_movemask_epi8(low) << (16 * i);
	}
	return mask;
}

#else

static inline uint64_t low_bytes(const char *p)
{
	return low_bytes_portable(p);
}

#endif
