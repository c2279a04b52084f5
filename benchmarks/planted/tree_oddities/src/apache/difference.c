/* SPDX-License-Identifier: Apache-2.0 OR MIT */
int difference(int a, int b)
{
	return a - b;
}
