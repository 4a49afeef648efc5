import { isOn, openWords } from '@wtpu/contract/site/parts'
import { site } from '@wtpu/contract/site/name'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { NotificationsPage } from '#features/notifications/notifications-page.tsx'
import { MyPoliticiansPage } from '#features/politicians/mine/my-politicians.tsx'
import { useSession } from '#lib/session/session.ts'
import { ComingSoon, PlainPage } from '#shell/coming-soon.tsx'
import { NotFound } from '#shell/page-error.tsx'
import { formatEmbeddedText, SiteText } from '#shell/on-demand/site-page.tsx'

/** Pages of text, by their path. One route, because each would add to what every page loads first. */
export const Route = createFileRoute('/$placeholder')({
  loader: ({ context: { queryClient }, params }) => formatEmbeddedText(queryClient, params.placeholder),
  component: Placeholder,
})

function Placeholder() {
  const { placeholder } = Route.useParams()
  return <Fragment key={placeholder}>{placeholders[placeholder] ?? <NotFound />}</Fragment>
}

function Dashboard() {
  if (useSession()) return <MyPoliticiansPage />
  return (
    <ComingSoon
      path="/dashboard"
      today="Members see here today how their officials vote, beside their own answers."
      planned={[
        openWords([
          [null, 'Your votes'],
          ['ratings', 'ratings'],
        ]) + ' at a glance',
        'Officials from your state',
        ...(isOn('forums') ? ['Discussions you joined'] : []),
        'A weekly summary',
      ]}
    >
      Your civic life on one page:{' '}
      {openWords(
        [
          [null, 'the polls you voted in'],
          ['officials', 'the officials you follow'],
          ['forums', 'the discussions you joined'],
        ],
        'and',
        true,
      )}
      .
    </ComingSoon>
  )
}

function Notifications() {
  if (useSession()) return <NotificationsPage />
  return (
    <ComingSoon
      path="/notifications"
      today={
        isOn(writing)
          ? 'Members read here today who replied to them, and what became of what they follow.'
          : 'Members read here today what became of the polls they voted in.'
      }
      planned={[
        ...(isOn(writing)
          ? [isOn('boiler-room') ? 'Replies to your posts and comments' : 'Replies to your comments']
          : []),
        'Results of polls you voted in',
        ...(isOn('ratings') ? ['News about officials you rated'] : []),
        'Quiet hours and a daily digest',
      ]}
    >
      Everything that happened since your last visit, in one place and at your pace.
    </ComingSoon>
  )
}

const writing = ['boiler-room', 'forums', 'walls'] as const

/** Members write to an office on the page of the official, which their representatives lead to. */
function ContactPoliticians() {
  if (useSession()) return <Navigate to="/$placeholder" params={{ placeholder: 'dashboard' }} replace />
  return (
    <ComingSoon
      path="/contact-politicians"
      today="Members find their officials here today, and write to them."
      planned={[
        'Find your representatives by address',
        'Messages to several offices at once',
        'Letter templates for common concerns',
        'A history of your messages and the replies',
      ]}
    >
      Write to the officials who represent you. Their addresses are already filled in.
    </ComingSoon>
  )
}

function Profile() {
  const session = useSession()
  if (session) return <Navigate to="/user/$userId" params={{ userId: String(session.user_id) }} replace />
  return (
    <ComingSoon
      path="/profile"
      today="Members have a public profile today."
      planned={[
        ...(isOn(['boiler-room', 'forums'])
          ? [
              `Your ${openWords([
                ['boiler-room', 'posts'],
                ['forums', 'discussions'],
              ])} on one page`,
            ]
          : []),
        ...(isOn('boiler-room') ? ['Followers and people you follow'] : []),
        'A history of your civic activity',
        'Control over what others see',
      ]}
    >
      How others see you on {site.name}: who you are
      {isOn('boiler-room') ? ', what you wrote and who follows you' : ' and what you wrote'}.
    </ComingSoon>
  )
}

const placeholders: Partial<Record<string, ReactNode>> = {
  dashboard: <Dashboard />,
  'contact-politicians': <ContactPoliticians />,
  notifications: <Notifications />,
  profile: <Profile />,
  invite: (
    <ComingSoon
      path="/invite"
      planned={[
        'A personal invitation link',
        'Invitations by email',
        'See who joined through your invitation',
        'Groups for your town or school',
      ]}
    >
      Democracy grows by word of mouth. Bring your friends, family and neighbors.
    </ComingSoon>
  ),
  media: (
    <ComingSoon
      path="/media"
      planned={[
        'Press releases',
        'Logos and images for print',
        ...(isOn('forums') ? ['Recordings of citizen forums'] : []),
        'A contact for journalists',
      ]}
    >
      News, recordings and material for the press about {site.name} and what citizens say here.
    </ComingSoon>
  ),
  help: (
    <ComingSoon
      path="/help"
      planned={[
        'Getting started guides',
        'Frequently asked questions',
        'Account and password help',
        'Help from a real person',
      ]}
    >
      Answers to common questions about{' '}
      {openWords([
        [null, 'polls'],
        ['ratings', 'ratings'],
        ['forums', 'forums'],
        [null, 'your account'],
      ])}
      .
    </ComingSoon>
  ),
  terms: (
    <PlainPage path="/terms">
      <SiteText name="terms">
        <p>
          These terms explain what you can expect from {site.name} and what {site.name} expects from you. Membership is
          free. Each person has{' '}
          {openWords([
            [null, 'one account'],
            [null, 'one vote in each poll'],
            ['ratings', 'one rating of each official'],
          ])}
          .
        </p>
        <p>
          You own what you write; by posting it, you allow {site.name} to show it here. Accounts that break the
          Community Guidelines may be suspended.
        </p>
      </SiteText>
    </PlainPage>
  ),
  privacy: (
    <PlainPage path="/privacy">
      <SiteText name="privacy">
        <p>
          {site.name} stores only what it needs to work: your name, email address and state, your congressional district
          if you set it, and your{' '}
          {openWords([
            [null, 'votes'],
            ['ratings', 'ratings'],
            ['boiler-room', 'posts'],
          ])}
          . It never asks for your street address. Your votes{isOn('ratings') && ' and ratings'} are counted, but never
          shown with your name.
        </p>
        <p>
          Your email address is hidden from others unless you choose to show it, and nothing about you is sold.
          Passwords are stored in a form that cannot be reversed.
        </p>
      </SiteText>
    </PlainPage>
  ),
  support: (
    <PlainPage path="/support">
      <SiteText name="support">
        <p>
          If something does not work, first try the page again; what you typed is kept. If you cannot sign in, reset
          your password from the sign-in page.
        </p>
        <p>
          When you report a problem, tell us the address of the page, what you did, what you expected, and what happened
          instead.
        </p>
      </SiteText>
      <Contact />
    </PlainPage>
  ),
  accessibility: (
    <PlainPage path="/accessibility">
      <SiteText name="accessibility">
        <p>
          Our goal is level AA of the Web Content Accessibility Guidelines 2.2. Automated tests check every page of{' '}
          {site.name} in light and dark themes and with text at 200%, and one journey by keyboard alone. People who use
          screen readers, magnifiers or voice control have not tested it yet. A report in its source code says for each
          criterion what is met, what is met in part, and what is not.
        </p>
        <p>
          Not met: older {isOn('boiler-room') && 'posts, '}polls and descriptions of images do not say which language
          they are in, and videos have no audio description. Members are asked to describe their images and videos, and
          can add captions, but do not have to.
        </p>
        <p>
          Animated images play only when you press Play. Motion is reduced if your device is set that way. You can
          switch off live updates and single-key shortcuts at the foot of each page.
        </p>
        <p>If something does not work for you, please tell us what you wanted to do and with which program.</p>
      </SiteText>
      <Contact />
    </PlainPage>
  ),
}

/** The operator's address, if there is one. */
function Contact() {
  if (!site.contact) return null
  return (
    <p>
      Write to{' '}
      <a href={`mailto:${site.contact}`} className="text-link wrap-anywhere">
        {site.contact}
      </a>
      .
    </p>
  )
}
