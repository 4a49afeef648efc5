import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { NotFound } from '#ui/empty-state.tsx'

/** What everyone who is not an admin sees on a page of admins. */
export const AdminMissing = () => (
  <NotFound className="frame" icon={<ShieldQuestion />} title="Page not found" actions={null}>
    There is nothing at this address.
  </NotFound>
)
