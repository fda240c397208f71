export const SwapSelectToken = (_: { readonly target: "source" | "destination" }) => null
