export const SwapPreview = () => null
