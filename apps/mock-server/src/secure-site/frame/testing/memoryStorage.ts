import type { FrameStorage } from "../wallet/FrameStorage.ts"

export const makeMemoryStorage = (kept = new Map<string, string>()): FrameStorage => ({
  read: (name) => kept.get(name) ?? null,
  write: (name, value) => kept.set(name, value),
  remove: (name) => kept.delete(name),
})
