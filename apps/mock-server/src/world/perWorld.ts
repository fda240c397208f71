import type { World } from "./World.ts"

/** One `A` for each world, made when it is first asked for, and gone with its world. */
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
