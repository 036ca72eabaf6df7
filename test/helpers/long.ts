/** True in `npm run test:long`: what takes longer than a test should runs too. */
export const isLong = process.env.LONG_TESTS === '1';
