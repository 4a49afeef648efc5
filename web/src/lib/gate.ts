/** Whether the site asks its visitors for an access code, also after this viewer has entered it. */
export const hasGate = () => ['on', 'opened'].includes(document.documentElement.dataset['gate'] ?? '')
