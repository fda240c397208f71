import { AnvilNotFound, findAnvil } from "./evm/anvilBinary.ts"
import { LitesvmNotLoaded, loadLitesvm } from "./solana/loadLitesvm.ts"

/** An engine that this machine lacks: the chains of its namespace reject every call, and everything else works. */
export interface MissingEngine {
  readonly namespace: "eip155" | "solana"
  /** The missing program, and how to install it. */
  readonly reason: string
}

/**
 * Lists the engines that this machine lacks.
 * @returns an empty list when every chain can start
 */
export const findMissingEngines = async (): Promise<readonly MissingEngine[]> => {
  const missing: MissingEngine[] = []
  try {
    findAnvil()
  } catch (error) {
    if (!(error instanceof AnvilNotFound)) throw error
    missing.push({ namespace: "eip155", reason: error.message })
  }
  try {
    await loadLitesvm()
  } catch (error) {
    if (!(error instanceof LitesvmNotLoaded)) throw error
    missing.push({ namespace: "solana", reason: error.message })
  }
  return missing
}
