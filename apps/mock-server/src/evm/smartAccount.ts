import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  parseAbi,
  toHex,
} from "viem"
import { accountCodeAddress, accountFactoryAddress } from "./entryPoint.ts"
import { state } from "./generated/state.ts"

/** Source: SimpleAccount 0.8 and its factory, and the sessions of `contracts/SessionAccount.sol`. */
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

const factoryCode = state.accounts["0x13e9ed32155810fdbd067d4522c492d6f68e5944"].code

/** The creation code of an account, from byte 1440 to byte 2120 of the factory's own code. */
const accountCreationCode = `0x${factoryCode.slice(2 + 2 * 1440, 2 + 2 * 2120)}` as const

/** Returns the address of a key's smart account, deployed or not: the same on every network. */
export const getSmartAccountAddress = (owner: Address): Address => {
  const initialize = encodeFunctionData({ abi: smartAccountAbi, functionName: "initialize", args: [owner] })
  const args = encodeAbiParameters([{ type: "address" }, { type: "bytes" }], [accountCodeAddress, initialize])
  return getCreate2Address({
    from: accountFactoryAddress,
    salt: toHex(0, { size: 32 }),
    bytecode: concatHex([accountCreationCode, args]),
  })
}

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
