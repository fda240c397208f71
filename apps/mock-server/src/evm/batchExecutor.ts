import { parseAbi } from "viem"

/**
 * The contract that an account delegates to (EIP-7702) for batches, at the same address on every network.
 * Source: `contracts/BatchExecutor.sol`.
 */
export const batchExecutorAddress = "0xBa5105612be9b23398B36fDF7F10BA07262C2C63"

export const batchExecutorAbi = parseAbi([
  "struct Call { address to; uint256 value; bytes data; }",
  "function execute(Call[] calls) payable",
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
  "error NotTheAccount(address sender)",
])
