/** A ref for what replaces the control that had the focus. It needs a `tabIndex` of -1, unless it is a control too. */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus()
