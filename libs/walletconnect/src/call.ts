/**
 * Calls a function. The page and the client have it in common: a host's bundler puts its own helpers into the page then,
 * and not into another file that both load.
 */
export const call = <A>(run: () => A): A => run()
