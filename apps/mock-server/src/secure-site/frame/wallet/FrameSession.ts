import { toCaipChainId } from "./chainId.ts"
import type { FrameStorage } from "./FrameStorage.ts"

/** What is known of who is signed in, and kept for the next visit. Each page that holds the frame has its own. */
export interface FrameSession {
  /** 128 bits that this browser, or this terminal, has once drawn. Hex. */
  readonly device: string
  readonly token: () => string | null
  readonly begin: (token: string) => void
  /** Forgets the session, if it still is the one of that token. @returns whether it was. */
  readonly end: (token: string) => boolean
  /** Whom the last code was sent to. */
  readonly email: () => string | null
  readonly setEmail: (email: string) => void
  /** The network in use. CAIP-2. */
  readonly chain: () => string
  readonly setChain: (chainId: string) => void
  /** The network in use, or the last of that kind that was. */
  readonly chainFor: (namespace: "eip155" | "solana") => string
}

export interface FrameSessionOptions {
  readonly storage: FrameStorage
  readonly projectId: string
  /** Of the page that holds the frame; `null` in a terminal. A page of another origin is not signed in by it. */
  readonly origin: string | null
  /** The network that the page names when it loads the frame. CAIP-2. */
  readonly chainId: string
}

/** Where the sessions of a world begin, in the site's storage: the dashboard looks for them there. */
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

/** The device's id, drawn where there is none yet. */
export const getDeviceId = (storage: FrameStorage): string => {
  const known = storage.read("device")
  if (known !== null && /^[\da-f]{32}$/.test(known)) return known
  const device = createRandomId()
  storage.write("device", device)
  return device
}

/** 128 random bits, hex. */
export const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )
