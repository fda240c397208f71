/** A web page with a listener count. */
export class CountedPage extends EventTarget {
  standing = 0
  ethereum: unknown = undefined
  override addEventListener(...listener: Parameters<EventTarget["addEventListener"]>) {
    this.standing += 1
    super.addEventListener(...listener)
  }
  override removeEventListener(...listener: Parameters<EventTarget["removeEventListener"]>) {
    this.standing -= 1
    super.removeEventListener(...listener)
  }
}
