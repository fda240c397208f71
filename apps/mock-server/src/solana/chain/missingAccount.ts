import { type Address, type EncodedAccount, lamports } from "@solana/kit"
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"

/** Returns the empty account of an unused address, which the system program owns. */
export const missingAccount = (address: Address): EncodedAccount => ({
  address,
  data: new Uint8Array(),
  executable: false,
  lamports: lamports(0n),
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  space: 0n,
})
