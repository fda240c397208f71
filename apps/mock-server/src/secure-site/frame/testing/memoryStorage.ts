import type { FrameStorage } from "../answers/FrameStorage.ts"

export const memoryStorage = (kept = new Map<string, string>()): FrameStorage => ({
  read: (name) => kept.get(name) ?? null,
  write: (name, value) => kept.set(name, value),
  remove: (name) => kept.delete(name),
})
