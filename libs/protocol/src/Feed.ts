export {
  type Feed,
  make,
  type Node,
  publish,
  runForEach,
  runWithListener,
  subscribe,
} from "./feedList.ts"
// A module of its own: streams load later.
export { fromListener, values } from "./feedStreams.ts"
