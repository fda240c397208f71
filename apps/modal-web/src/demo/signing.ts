import { bytesToHex } from "@wmodal/protocol"
import type { WModal } from "../index.ts"

const hex = (text: string) => `0x${bytesToHex(new TextEncoder().encode(text))}`

const notConnected = new Error("Connect a wallet first.")

/** Sends a request to the connected wallet as any dApp does. The modal shows it before the wallet does. */
const ask = async (
  modal: WModal,
  make: (address: string) => { method: string; params: readonly unknown[] },
) => {
  const account = modal.getAccount()
  const provider = modal.getProvider("eip155")
  if (account === null || provider === null) throw notConnected
  return formatResult(await provider.request(make(account.address)))
}

/** Returns bytes as hex and any other value as JSON. */
const formatResult = (signature: unknown): string => {
  if (typeof signature === "string") return signature
  if (signature instanceof Uint8Array) return `0x${bytesToHex(signature)}`
  return JSON.stringify(signature)
}

/** Returns the chain in use, or Ethereum's. */
const getNamespace = (modal: WModal) => modal.getState().network?.network.chainNamespace ?? "eip155"

export const signMessage = async (modal: WModal, message: string): Promise<string> => {
  const namespace = getNamespace(modal)
  if (namespace === "eip155") {
    return ask(modal, (address) => ({ method: "personal_sign", params: [hex(message), address] }))
  }
  if (namespace === "solana") {
    const provider = modal.getProvider("solana")
    if (provider === null) throw notConnected
    return formatResult(await provider.signMessage(message))
  }
  const account = modal.getAccount("bip122")
  const provider = modal.getProvider("bip122")
  if (account === null || provider === null) throw notConnected
  return formatResult(await provider.signMessage({ message, address: account.address }))
}

export const signTypedData = async (modal: WModal): Promise<string> => {
  if (getNamespace(modal) !== "eip155") throw new Error("Typed data requires an EVM network.")
  return ask(modal, (address) => ({
    method: "eth_signTypedData_v4",
    params: [address, JSON.stringify(letter(modal, address))],
  }))
}

/** Returns the EIP-712 sample letter, sent by the connected account. */
const letter = (modal: WModal, address: string) => ({
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
    ],
    Mail: [
      { name: "from", type: "address" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: { name: "wmodal demo", version: "1", chainId: modal.getState().network?.network.id ?? 1 },
  message: { from: address, contents: "Hello, Bob!" },
})

/** Returns a text for a rejection of any type. 4001 means that the user declined. */
export const explainRefusal = (refusal: unknown): string => {
  if (typeof refusal !== "object" || refusal === null) return "The wallet rejected the request."
  if ("code" in refusal && refusal.code === 4001) return "Signature declined"
  return "message" in refusal && typeof refusal.message === "string"
    ? refusal.message
    : "The wallet rejected the request."
}
