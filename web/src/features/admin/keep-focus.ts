/** Before a button of a form disappears: moves its focus to the form, which has a `tabIndex` of -1. */
export function keepFocus(form: HTMLFormElement | null): void {
  if (form?.contains(document.activeElement)) form.focus({ preventScroll: true })
}
