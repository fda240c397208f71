import { announceDevWallet as announceWallet } from "./announceDevWallet.ts"

/** For web pages without a bundler, and for browsers under test: see `announceDevWallet`. */
declare global {
  var announceDevWallet: typeof announceWallet
}

globalThis.announceDevWallet = announceWallet
