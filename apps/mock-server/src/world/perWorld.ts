import type { World } from "./World.ts"

/** Creates one `A` for each world on first use, and releases it with its world. */
export const perWorld = <A>(make: (world: World) => A): ((world: World) => A) => {
  const made = new WeakMap<World, { readonly value: A }>()
  return (world) => {
    const known = made.get(world)
    if (known !== undefined) return known.value
    const value = make(world)
    made.set(world, { value })
    return value
  }
}
