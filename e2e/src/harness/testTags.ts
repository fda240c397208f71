/**
 * The options of a test that `npm run test:full` runs in any case, and `npm test` only where `quick` holds: of tests that
 * are alike, one stays in the quick tier.
 */
export const toTestTags = (quick: boolean): { readonly tags: string[] } => ({ tags: quick ? [] : ["full"] })
