import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  keccak256,
  parseAbi,
} from "viem"
import { accountCodeAddress, accountFactoryAddress } from "./entryPoint.ts"

/** Source: `contracts/SessionAccount.sol` and `contracts/SessionAccountFactory.sol`. */
export const smartAccountAbi = parseAbi([
  "struct Call { address target; uint256 value; bytes data; }",
  "function createAccount(address owner, uint256 salt) returns (address)",
  "function getAddress(address owner, uint256 salt) view returns (address)",
  "function initialize(address owner)",
  "function execute(address target, uint256 value, bytes data)",
  "function executeBatch(Call[] calls)",
  "struct Limit { address token; uint256 amount; }",
  "function grantSession(address key, uint48 expiry, Limit[] limits)",
  "function revokeSession(address key)",
  "function allowanceOf(address key, address token) view returns (uint256)",
])

/** The creation code of every account, a proxy. Source: ERC-1167. */
const accountCreationCode = concatHex([
  "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
  accountCodeAddress,
  "0x5af43d82803e903d91602b57fd5bf3",
])

/** Returns the address of a key's smart account, deployed or not: the same on every network. */
export const getSmartAccountAddress = (owner: Address): Address =>
  getCreate2Address({
    from: accountFactoryAddress,
    salt: keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [owner, 0n])),
    bytecode: accountCreationCode,
  })

/** Returns the init code of an account's first operation: the factory and its call data. Source: ERC-4337. */
export const getAccountCreation = (owner: Address) =>
  ({
    factory: accountFactoryAddress,
    factoryData: encodeFunctionData({
      abi: smartAccountAbi,
      functionName: "createAccount",
      args: [owner, 0n],
    }),
  }) as const
