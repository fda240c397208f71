/** The address of Multicall3 on nearly every network. The mock implements the subset in `contracts/Multicall.sol`. */
export const multicallAddress = "0xcA11bde05977b3631167028862bE2a173976CA11"
