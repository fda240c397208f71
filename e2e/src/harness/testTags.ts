/**
 * Returns the options of a test that `npm run test:full` always runs, and `npm test` only when `quick` is true: of
 * similar tests, one is in the quick tier.
 */
export const toTestTags = (quick: boolean): { readonly tags: string[] } => ({ tags: quick ? [] : ["full"] })
