export {
  type Feed,
  make,
  type Node,
  type Position,
  publish,
  runForEach,
  runForEachAfter,
  runWithListener,
  subscribe,
} from "./feedList.ts"
// A module of its own: streams load later.
export { fromListener, values } from "./feedStreams.ts"
