import { bytesToHex } from "@noble/hashes/utils.js"
import type { Instruction } from "../wire/Instruction.ts"

/** The starts of the data of swaps, hex, by program: an Anchor program's are of SHA-256 of `global:<name>`. */
const swaps: ReadonlyMap<string, readonly string[]> = new Map([
  [
    // Jupiter: route, shared_accounts_route, exact_out_route, shared_accounts_exact_out_route, and the v2 of each.
    "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
    [
      "e517cb977ae3ad2a",
      "c1209b3341d69c81",
      "d033ef977b2bed5c",
      "b0d169a89a7d453e",
      "bb64facc31c4af14",
      "d19853937cfed8e9",
      "9d8ab85215f4f324",
      "3560e5cad8bbfa18",
    ],
  ],
  [
    // Orca: swap, swap_v2, two_hop_swap, two_hop_swap_v2.
    "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
    ["f8c69e91e17587c8", "2b04ed0b1ac91e62", "c360ed6c44a2dbe6", "ba8fd11dfe02c275"],
  ],
  // Raydium: swap_base_in, swap_base_out.
  ["675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8", ["09", "0b"]],
  // Raydium, concentrated: swap, swap_v2.
  ["CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK", ["f8c69e91e17587c8", "2b04ed0b1ac91e62"]],
  // Raydium, constant product: swap_base_input, swap_base_output.
  ["CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C", ["8fbe5adac41e33de", "37d96256a34ab4ad"]],
  [
    // Meteora: swap, swap2, swap_exact_out, swap_exact_out2, swap_with_price_impact, swap_with_price_impact2.
    "LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo",
    [
      "f8c69e91e17587c8",
      "414b3f4ceb5b5b88",
      "fa49652126cf4bb8",
      "2bd7f784893cf351",
      "38ade6d0ade49ccd",
      "4a62c0d6b1334b33",
    ],
  ],
])

/** Returns whether an instruction only swaps. What a node expects of it counts, though its data is not read. */
export const isSwap = ({ data, programAddress }: Instruction): boolean => {
  const start = bytesToHex(Uint8Array.from(data.slice(0, 8)))
  return swaps.get(programAddress)?.some((kind) => start.startsWith(kind)) ?? false
}
