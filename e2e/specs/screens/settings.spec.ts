// Settings by keyboard alone: registering automatically is asked about with the number of artworks that are there already; the emails
// are switched off and on, and what they say can be read on a screen of any width, as text and as HTML.
import { enterOn, look, tabTo } from '../../support/look.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'settings' });

test('registering automatically says how many artworks are there already, and asks', async ({
  owner,
  gallery,
}) => {
  await openScreen(owner, gallery, 'settings');
  const automatic = owner.getByRole('radio', { name: 'Register every new artwork automatically' });
  await tabTo(owner, owner.getByRole('radio', { name: 'Ask me: I register each artwork myself' }));
  await owner.keyboard.press('ArrowDown');
  const question = owner.getByRole('dialog', { name: 'Register new artworks automatically?' });
  await expect(question.getByText(/an Art ID, once given, is a permanent record/)).toBeVisible();
  await look(owner, 'settings-automatic', '[role=dialog]');
  await owner.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(automatic).not.toBeChecked();

  await automatic.focus();
  await owner.keyboard.press('Space');
  await enterOn(owner, question.getByRole('button', { name: 'Register automatically' }));
  await expect(owner.getByText('Saved.')).toBeVisible();
  await expect(automatic).toBeChecked();
  const registered = async () => (await listWorks(gallery)).filter((work) => work.state !== 'not_shared');
  expect(await registered(), 'what was there waits').toEqual([]);

  await owner.getByRole('radio', { name: 'Ask me: I register each artwork myself' }).click();
  await expect(automatic).not.toBeChecked();
  await automatic.focus();
  await owner.keyboard.press('Space');
  await tabTo(owner, question.getByRole('checkbox', { name: 'Also register the 30 artworks' }));
  await owner.keyboard.press('Space');
  await enterOn(owner, question.getByRole('button', { name: 'Register automatically' }));
  await waitFor('30 on their way', async () => (await registered()).length === 30);
});

test('emails are switched off and on, each by itself', async ({ owner, gallery }) => {
  const settings = async () =>
    JSON.parse(
      await gallery.wordpress.wp('option', 'get', 'artwork_registry_settings', '--format=json'),
    ) as Record<string, string>;
  await openScreen(owner, gallery, 'settings');
  const weekly = owner.getByRole('checkbox', { name: 'Email me a summary of the week' });
  const problems = owner.getByRole('checkbox', { name: 'Email me about problems' });
  const address = owner.getByRole('textbox', { name: 'To' });
  for (const box of [weekly, problems]) {
    await tabTo(owner, box);
    await owner.keyboard.press('Space');
  }
  await expect(address).toHaveCount(0);
  await expect.poll(settings).toMatchObject({ summary_on: 'no', mail_on: 'no' });
  await weekly.focus();
  await owner.keyboard.press('Space');
  await tabTo(owner, address);
  await owner.keyboard.type('staff@gallery.example');
  await owner.keyboard.press('Tab');
  await expect
    .poll(settings)
    .toMatchObject({ summary_on: 'yes', mail_on: 'no', mail_to: 'staff@gallery.example' });
  await look(owner, 'settings');
});

test('the summary of the week is readable as an email', async ({ owner, gallery }) => {
  await waitFor('all registered', async () =>
    (await listWorks(gallery)).every((work) => work.state === 'published'),
  );
  // Sent by the hourly event on the Monday after; the email is kept here instead of being sent.
  const printed = await gallery.wordpress.wp(
    'eval',
    `add_action( 'phpmailer_init', static function ( $mail ) {
      echo wp_json_encode( array( 'to' => $mail->getToAddresses()[0][0], 'html' => $mail->Body, 'plain' => $mail->AltBody ) );
      $mail->clearAllRecipients();
    }, 99 );
    add_filter( 'wp_mail_from', static function () { return 'wordpress@gallery.example'; } );
    wp_schedule_event( time(), 'hourly', 'artwork_registry_failure_check' );
    do_action( 'artwork_registry_failure_check' );
    ArtworkRegistry\\Clock::freeze( time() + WEEK_IN_SECONDS - DAY_IN_SECONDS );
    ArtworkRegistry\\Store\\Mail_Log::update( array( 'summary_at' => time() ) );
    ArtworkRegistry\\View\\Summary_Text::forget();
    ArtworkRegistry\\Health\\Weekly_Summary::look();`,
  );
  const mail = JSON.parse(printed.slice(printed.indexOf('{'))) as { to: string; html: string; plain: string };
  expect(mail.to).toBe('staff@gallery.example');
  expect(mail.plain).toContain('30 artworks were registered.');
  await owner.setContent(mail.html);
  await expect(owner.getByRole('heading', { name: 'Your week in the artwork registry' })).toBeVisible();
  await look(owner, 'email-week', 'main');
});
