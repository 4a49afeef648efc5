/** Leaves the site for another one, such as the provider's consent page. */
export function redirectToSite(address: string): void {
  window.location.assign(address)
}
