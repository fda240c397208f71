import "./walletProcess.js"
import { base58 } from "@scure/base"
import { ReadonlyWalletAccount, registerWallet } from "@wallet-standard/wallet"

const chains = ["solana:mainnet"]
const features = ["solana:signMessage", "solana:signTransaction"]
const pairKey = "reference-wallet"

/** A key that a reload finds again. */
const loadKey = async () => {
  const kept = sessionStorage.getItem(pairKey)
  const algorithm = { name: "Ed25519" }
  if (kept !== null) {
    const { privateKey, publicKey } = JSON.parse(kept)
    return {
      privateKey: await crypto.subtle.importKey("jwk", privateKey, algorithm, false, ["sign"]),
      publicKey: base58.decode(publicKey),
    }
  }
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey))
  const privateKey = await crypto.subtle.exportKey("jwk", pair.privateKey)
  sessionStorage.setItem(pairKey, JSON.stringify({ privateKey, publicKey: base58.encode(publicKey) }))
  return { privateKey: pair.privateKey, publicKey }
}

/** A wallet of the Wallet Standard's own classes: accounts are frozen, with getters over private fields. */
class ReferenceWallet {
  #accounts = []
  #key = null
  #listeners = new Set()
  version = "1.0.0"
  name = "Reference Wallet"
  icon = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="
  chains = chains
  get accounts() {
    return [...this.#accounts]
  }
  get features() {
    return {
      "standard:connect": { version: "1.0.0", connect: this.#connect },
      "standard:disconnect": { version: "1.0.0", disconnect: this.#disconnect },
      "standard:events": { version: "1.0.0", on: this.#on },
      "solana:signMessage": { version: "1.0.0", signMessage: this.#signMessage },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: () => Promise.reject(new Error("User rejected the request.")),
      },
    }
  }
  #on = (_event, listener) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  #tell = () => {
    for (const listener of this.#listeners) listener({ accounts: this.accounts })
  }
  #connect = async ({ silent = false } = {}) => {
    if (silent && localStorage.getItem("trusted") === null) return { accounts: [] }
    if (!silent) await globalThis.askWallet("connect")
    localStorage.setItem("trusted", "yes")
    this.#key = await loadKey()
    const { publicKey } = this.#key
    this.#accounts = [
      new ReadonlyWalletAccount({ address: base58.encode(publicKey), publicKey, chains, features }),
    ]
    this.#tell()
    return { accounts: this.accounts }
  }
  #disconnect = async () => {
    localStorage.removeItem("trusted")
    this.#accounts = []
    this.#tell()
  }
  #signMessage = async (...asked) => {
    await globalThis.askWallet("signMessage")
    const sign = async ({ message }) => ({
      signedMessage: message,
      signature: new Uint8Array(await crypto.subtle.sign("Ed25519", this.#key.privateKey, message)),
    })
    return Promise.all(asked.map(sign))
  }
}

const wallet = new ReferenceWallet()
globalThis.leaveWallet = () => wallet.features["standard:disconnect"].disconnect()
registerWallet(wallet)
