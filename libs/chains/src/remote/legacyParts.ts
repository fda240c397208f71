import { base58 } from "@scure/base"
import { instructionsOf, rolesOf } from "../solana/wire/Instruction.ts"
import type { Message } from "../solana/wire/Message.ts"

/**
 * A legacy message spelt out, as wallets read it that know no serialised transactions; nothing for one with a version,
 * which they cannot read. Source: WalletConnect specs, `solana_signTransaction`.
 */
export const legacyParts = (message: Message): object => {
  if (message.version !== "legacy") return {}
  return {
    feePayer: message.accounts[0],
    recentBlockhash: message.blockhash,
    instructions: instructionsOf(message, rolesOf(message)).map(({ accounts, data, program }) => ({
      programId: program,
      keys: accounts.map(({ address, signs, written }) => ({
        pubkey: address,
        isSigner: signs,
        isWritable: written,
      })),
      data: base58.encode(data),
    })),
  }
}
