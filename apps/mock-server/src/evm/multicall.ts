/** Where Multicall3 stands on nearly every network. Ours answers the part of it that `contracts/Multicall.sol` has. */
export const multicallAddress = "0xcA11bde05977b3631167028862bE2a173976CA11"
