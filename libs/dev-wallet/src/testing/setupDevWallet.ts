import { Effect } from "effect"
import { keccak256 } from "ox/Hash"
import type { ApprovalRequest } from "../ApprovalRequest.ts"
import { makeDevWallet } from "../DevWallet.ts"
import type { DevWalletOptions } from "../DevWalletOptions.ts"
import { makeTestSigner } from "../Signer.ts"

/** The first two accounts of the test mnemonic. */
export const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
export const origin = "https://dapp.example"

const signers = [makeTestSigner(0), makeTestSigner(1)] as const

/** The responses of a healthy node, by method. */
export const node: Record<string, unknown> = {
  eth_getTransactionCount: "0x7",
  eth_estimateGas: "0x5208",
  eth_maxPriorityFeePerGas: "0x1",
  eth_getBlockByNumber: { baseFeePerGas: "0x64" },
  eth_gasPrice: "0x9",
  eth_blockNumber: "0x10",
  eth_chainId: "0x2105",
}

/** Returns the response of a healthy node, with the hash of a broadcast transaction. */
export const getNodeAnswer = (method: string, params: readonly unknown[]) =>
  method === "eth_sendRawTransaction" ? keccak256(params[0] as `0x${string}`) : node[method]

/** Sets up a wallet whose user approves, and logs its approval requests and node requests. Its dApp is `origin`. */
export const setupDevWallet = (options: Partial<DevWalletOptions> = {}) => {
  const asked: ApprovalRequest[] = []
  const calls: { chainId: number; method: string; params: readonly unknown[] }[] = []
  const wallet = makeDevWallet({
    signers,
    networks: [
      { chainId: 1, name: "Mainnet", rpcUrls: [] },
      { chainId: 10, name: "Optimism", rpcUrls: [] },
    ],
    approve: (request) =>
      Effect.sync(() => {
        asked.push(request)
        return "approve"
      }),
    rpc: ({ chainId }, method, params) =>
      Effect.sync(() => {
        calls.push({ chainId, method, params })
        return getNodeAnswer(method, params)
      }),
    ...options,
  })
  const provider = wallet.provider(origin)
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const events: [string, unknown][] = []
  for (const name of ["accountsChanged", "chainChanged", "disconnect"]) {
    provider.on(name, (value) => events.push([name, value]))
  }
  return { asked, calls, events, provider, request, wallet }
}

/** A user who declines. */
export const declining = { approve: () => Effect.succeed("decline" as const) }
