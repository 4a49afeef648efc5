/** Providers at which anyone gets an address, so that many new accounts of one of them are nothing to look at. In lower case. */
const names = `
163.com 126.com aim.com alice.it aliceadsl.fr aol.com arcor.de att.net bell.net bellsouth.net bigpond.com blueyonder.co.uk
bluewin.ch bol.com.br btinternet.com centurylink.net charter.net comcast.net cox.net daum.net duck.com earthlink.net
embarqmail.com fastmail.com fastmail.fm free.fr freenet.de frontier.com frontiernet.net gmail.com gmx.at gmx.ch gmx.com gmx.de
gmx.net googlemail.com hanmail.net hey.com hotmail.ca hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it
hushmail.com icloud.com inbox.com inbox.lv interia.pl juno.com laposte.net libero.it live.ca live.co.uk live.com live.fr live.nl
lycos.com mac.com mail.com mail.ru mailbox.org me.com mindspring.com msn.com naver.com netscape.net netzero.net ntlworld.com
o2.pl onet.pl optimum.net optonline.net orange.fr outlook.com outlook.de outlook.es outlook.fr pm.me posteo.de proton.me
protonmail.ch protonmail.com qq.com rediffmail.com roadrunner.com rocketmail.com rogers.com runbox.com sbcglobal.net seznam.cz
sfr.fr shaw.ca sina.com sky.com suddenlink.net sympatico.ca t-online.de talktalk.net telus.net terra.com.br tiscali.it tuta.com
tutanota.com uol.com.br verizon.net videotron.ca virgilio.it virginmedia.com wanadoo.fr web.de windstream.net wp.pl xs4all.nl
xtra.co.nz yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de yahoo.es
yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru ymail.com zoho.com zohomail.com`

export const publicProviders: ReadonlySet<string> = new Set(names.split(/\s+/).filter(Boolean))
