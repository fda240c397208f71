import { bytesToHex } from "@wmodal/protocol"
import { toCaipChainId } from "./chainId.ts"
import type { FrameStorage } from "./FrameStorage.ts"

/** The stored session of the signed-in user. Each embedding page has its own. */
export interface FrameSession {
  /** Random 128-bit ID of this browser or terminal, in hex. */
  readonly device: string
  /** The name under which the embedding page's approval key is stored. */
  readonly keyName: string
  readonly token: () => string | null
  readonly begin: (token: string) => void
  /** Deletes the session if it has this token. Returns whether it had. */
  readonly end: (token: string) => boolean
  /** The recipient of the last code. */
  readonly email: () => string | null
  readonly setEmail: (email: string) => void
  /** The active network. CAIP-2. */
  readonly chain: () => string
  readonly setChain: (chainId: string) => void
  /** Returns the active network if it is of this namespace, otherwise the last active one that was. */
  readonly chainFor: (namespace: "eip155" | "solana") => string
}

export interface FrameSessionOptions {
  readonly storage: FrameStorage
  readonly projectId: string
  /** The embedding page's origin; `null` in a terminal. Sessions are not shared across origins. */
  readonly origin: string | null
  /** The network in the frame's address. CAIP-2. */
  readonly chainId: string
}

/** Returns the storage prefix of a world's sessions, which the dashboard lists. */
export const getSessionPrefix = (projectId: string): string => `session/${encodeURIComponent(projectId)}/`

const solanaMainnet = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

export const makeFrameSession = ({
  chainId,
  origin,
  projectId,
  storage,
}: FrameSessionOptions): FrameSession => {
  const page = `${encodeURIComponent(projectId)}/${encodeURIComponent(origin ?? "terminal")}`
  const tokenName = `session/${page}`
  const emailName = `email/${page}`
  const chains = { eip155: "eip155:1", solana: solanaMainnet }
  let current = chains.eip155
  const setChain = (next: string) => {
    current = next
    if (next.startsWith("eip155:")) chains.eip155 = next
    if (next.startsWith("solana:")) chains.solana = next
  }
  setChain(toCaipChainId(chainId) ?? current)
  return {
    device: getDeviceId(storage),
    keyName: `key/${page}`,
    token: () => storage.read(tokenName),
    begin: (token) => {
      storage.write(tokenName, token)
      storage.remove(emailName)
    },
    end: (token) => {
      if (storage.read(tokenName) !== token) return false
      storage.remove(tokenName)
      return true
    },
    email: () => storage.read(emailName),
    setEmail: (email) => storage.write(emailName, email),
    chain: () => current,
    setChain,
    chainFor: (namespace) => chains[namespace],
  }
}

/** Returns the device's ID and creates it when absent. */
export const getDeviceId = (storage: FrameStorage): string => {
  const known = storage.read("device")
  if (known !== null && /^[\da-f]{32}$/.test(known)) return known
  const device = createRandomId()
  storage.write("device", device)
  return device
}

/** Returns 128 random bits in hex. */
const createRandomId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
