/* SPDX-License-Identifier: MIT */
int product(int a, int b)
{
	return a * b;
}
