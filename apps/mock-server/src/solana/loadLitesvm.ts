import { Data } from "effect"

/**
 * Loads Solana's engine, a native module without a build for some platforms.
 * @throws LitesvmNotLoaded
 */
export const loadLitesvm = async (): Promise<void> => {
  try {
    await import("litesvm")
  } catch {
    throw new LitesvmNotLoaded({ platform: process.platform, arch: process.arch })
  }
}

/** Solana's engine cannot be loaded. `platform` and `arch` are those of `process`. */
export class LitesvmNotLoaded extends Data.TaggedError("LitesvmNotLoaded")<{
  readonly platform: string
  readonly arch: string
}> {
  override get message() {
    return `The npm package litesvm cannot be loaded on ${this.platform} ${this.arch}. It has builds for Linux and macOS (x64 and arm64). Install it with its optional packages.`
  }
}
