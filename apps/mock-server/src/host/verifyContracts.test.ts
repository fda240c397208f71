import { mainnet } from "@wmodal/protocol/networks"
import { verifySiwx } from "@wmodal/siwx"
import {
  concatHex,
  createWalletClient,
  encodeAbiParameters,
  getAddress,
  getCreate2Address,
  type Hex,
  http,
  padHex,
  parseAbiParameters,
  publicActions,
  toHex,
  zeroAddress,
} from "viem"
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts"
import { mainnet as chain } from "viem/chains"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Anvil, startAnvil } from "../evm/Anvil.ts"
import { genesisTimestamp } from "../evm/genesis.ts"
import { makeGenesisState } from "../evm/genesisState.ts"

/** A contract whose `isValidSignature` accepts the signature of one key, with any selector. Source: ERC-1271. */
const makeOwnedCode = (owner: Hex): Hex =>
  concatHex([
    // The arguments of ecrecover: hash, v, r, s.
    "0x600435600052",
    "0x60a43560001a602052",
    "0x606435604052",
    "0x608435606052",
    "0x60206080608060006001",
    "0x5afa50",
    // The magic value, if the recovered address is the owner's.
    "0x60805173",
    owner,
    "0x14631626ba7e0260e01b60005260206000f3",
  ])
/** Creation code that returns the given code. */
const toCreation = (code: Hex): Hex =>
  concatHex(["0x61", toHex((code.length - 2) / 2, { size: 2 }), "0x80600c6000396000f3", code])
const reverting: Hex = "0x60006000fd"

/** The deterministic deployment proxy, which each new anvil chain has. */
const deployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C"
const salt = padHex("0x01", { size: 32 })

const owner = privateKeyToAccount(`0x${"21".repeat(32)}`)
const foreign = privateKeyToAccount(`0x${"22".repeat(32)}`)
const payer = mnemonicToAccount("test test test test test test test test test test test junk")

let anvil: Anvil
const start = async () => {
  anvil = await startAnvil({ chainId: 1, timestamp: genesisTimestamp, state: makeGenesisState(mainnet) })
  return createWalletClient({ account: payer, chain, transport: http(anvil.url) }).extend(publicActions)
}
let client: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  client = await start()
}, 30_000)
afterAll(() => anvil.end())

const nonce = "abcdefgh12345678"
const makeMessage = (address: string) => `app.example wants you to sign in with your Ethereum account:
${address}


URI: https://app.example/login
Version: 1
Chain ID: 1
Nonce: ${nonce}
Issued At: 2020-01-15T12:00:00Z`
const verify = async (address: string, signature: Hex, message = makeMessage(address)) => {
  const verdict = await verifySiwx({
    message,
    signature,
    expected: { domain: "app.example", nonce },
    rpc: { "eip155:1": anvil.url },
  })
  return verdict._tag === "Valid" ? "Valid" : verdict.reason
}
const sign = (account: typeof owner, address: string) =>
  account.signMessage({ message: makeMessage(address) })

const deploy = async (code: Hex): Promise<Hex> => {
  const hash = await client.sendTransaction({ data: toCreation(code) })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  return getAddress(contractAddress ?? "0x")
}

describe("verifySiwx with contracts on a chain", () => {
  it("asks a deployed contract (ERC-1271)", async () => {
    const address = await deploy(makeOwnedCode(owner.address))
    expect(await verify(address, await sign(owner, address))).toBe("Valid")
    expect(await verify(address, await sign(foreign, address))).toBe("Signature")
    expect(await verify(address, await sign(owner, foreign.address))).toBe("Signature")
  })

  it("refuses what a contract reverts on, and an address without code", async () => {
    const address = await deploy(reverting)
    expect(await verify(address, await sign(owner, address))).toBe("Signature")
    expect(await verify(foreign.address, await sign(owner, foreign.address))).toBe("Signature")
  })

  it("deploys an account that is not on the chain yet, only in the simulation (ERC-6492)", async () => {
    const creation = toCreation(makeOwnedCode(owner.address))
    const address = getCreate2Address({ from: deployer, salt, bytecode: creation })
    const wrap = (signature: Hex, data = concatHex([salt, creation])) =>
      concatHex([
        encodeAbiParameters(
          [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
          [deployer, data, signature],
        ),
        `0x${"6492".repeat(16)}`,
      ])
    expect(await verify(address, wrap(await sign(owner, address)))).toBe("Valid")
    expect(await client.getCode({ address })).toBe(undefined)
    // Without the wrapper there is no code to ask.
    expect(await verify(address, await sign(owner, address))).toBe("Signature")
    expect(await verify(address, wrap(await sign(foreign, address)))).toBe("Signature")
    const own = toCreation(makeOwnedCode(foreign.address))
    // A deployment of another contract says nothing about this address.
    expect(await verify(address, wrap(await sign(foreign, address), concatHex([salt, own])))).toBe(
      "Signature",
    )
    expect(await verify(address, wrap(await sign(owner, address), "0x"))).toBe("Signature")
    await client.waitForTransactionReceipt({
      hash: await client.sendTransaction({ to: deployer, data: concatHex([salt, creation]) }),
    })
    expect(await verify(address, wrap(await sign(owner, address)))).toBe("Valid")
    expect(await verify(address, await sign(owner, address))).toBe("Valid")
  })

  it("accepts the key and the code of an account that delegates (EIP-7702)", async () => {
    const account = privateKeyToAccount(`0x${"23".repeat(32)}`)
    const contractAddress = await deploy(makeOwnedCode(owner.address))
    expect(await verify(account.address, await sign(owner, account.address))).toBe("Signature")
    const authorization = await account.signAuthorization({
      chainId: 1,
      contractAddress,
      nonce: 0,
    })
    await client.waitForTransactionReceipt({
      hash: await client.sendTransaction({
        to: account.address,
        authorizationList: [authorization],
      }),
    })
    expect(await client.getCode({ address: account.address })).toBe(
      concatHex(["0xef0100", contractAddress]).toLowerCase(),
    )
    expect(await verify(account.address, await sign(account, account.address))).toBe("Valid")
    expect(await verify(account.address, await sign(owner, account.address))).toBe("Valid")
    expect(await verify(account.address, await sign(foreign, account.address))).toBe("Signature")
  })

  it("delegates an account only in the simulation (ERC-8010)", async () => {
    const account = privateKeyToAccount(`0x${"24".repeat(32)}`)
    const contractAddress = await deploy(makeOwnedCode(owner.address))
    const wrap = async (signature: Hex, by = account) => {
      const { chainId, nonce, r, s, yParity } = await by.signAuthorization({
        chainId: 1,
        contractAddress,
        nonce: 0,
      })
      const authorization = {
        chainId: BigInt(chainId),
        delegation: contractAddress,
        nonce: BigInt(nonce),
        yParity: yParity ?? 0,
        r: BigInt(r),
        s: BigInt(s),
      }
      const suffix = encodeAbiParameters(
        parseAbiParameters(
          "(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address, bytes",
        ),
        [authorization, zeroAddress, "0x"],
      )
      const length = toHex((suffix.length - 2) / 2, { size: 32 })
      return concatHex([signature, suffix, length, `0x${"8010".repeat(16)}`])
    }
    expect(await verify(account.address, await wrap(await sign(owner, account.address)))).toBe("Valid")
    expect(await verify(account.address, await wrap(await sign(foreign, account.address)))).toBe("Signature")
    // An authorization by another key delegates another account.
    expect(await verify(account.address, await wrap(await sign(owner, account.address), foreign))).toBe(
      "Signature",
    )
    expect(await client.getCode({ address: account.address })).toBe(undefined)
  })

  it("knows nothing once the node is gone", async () => {
    const address = await deploy(makeOwnedCode(owner.address))
    const signature = await sign(owner, address)
    const url = anvil.url
    await anvil.end()
    const verdict = await verifySiwx({
      message: makeMessage(address),
      signature,
      expected: { domain: "app.example", nonce },
      rpc: { "eip155:1": url },
    })
    expect(verdict).toMatchObject({ _tag: "Unknown", reason: "NodeFailed" })
  })
})
