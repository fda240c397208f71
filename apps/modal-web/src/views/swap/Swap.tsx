export const Swap = () => null
