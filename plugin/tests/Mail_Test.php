<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Health\Mail;
use ArtworkRegistry\Health\Weekly_Summary;
use ArtworkRegistry\Store\Counts;
use ArtworkRegistry\Store\Mail_Log;
use ArtworkRegistry\Store\Settings;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\View\Catalogue_Counts;
use ArtworkRegistry\View\Summary_Text;
use ArtworkRegistry\View\Works_Query;

/** The email of Monday morning, and what every email of the plugin is like. */
final class Mail_Test extends Wordpress_Case {
	private const WEEK = 604800;

	/** @var list<array{to: string, subject: string, html: string, plain: string}> */
	private $mails = array();

	protected function setUp(): void {
		parent::setUp();
		$this->mails = array();
		add_action( 'phpmailer_init', array( $this, 'take' ), 99 );
		add_filter( 'wp_mail_from', array( $this, 'sender' ) );
		// A Wednesday.
		Clock::freeze( (int) strtotime( '2026-11-18 12:00:00 UTC' ) );
	}

	protected function tearDown(): void {
		remove_action( 'phpmailer_init', array( $this, 'take' ), 99 );
		remove_filter( 'wp_mail_from', array( $this, 'sender' ) );
		parent::tearDown();
	}

	public function test_on_monday_morning_the_week_is_told_once_with_what_needs_the_owner(): void {
		$this->pair();
		Weekly_Summary::look();
		$this->happen( array( 'published', 'published', 'attention' ) );
		Weekly_Summary::look();
		Clock::freeze( (int) strtotime( '2026-11-23 07:59:00 UTC' ) );
		Weekly_Summary::look();
		$this->assertCount( 0, $this->mails );
		Clock::freeze( (int) strtotime( '2026-11-23 08:20:00 UTC' ) );
		Summary_Text::forget();
		Weekly_Summary::look();
		Weekly_Summary::look();
		$this->assertCount( 1, $this->mails );
		$this->assertSame( get_option( 'admin_email' ), $this->mails[0]['to'] );
		$this->assertStringContainsString( 'Your week in the artwork registry', $this->mails[0]['subject'] );
		foreach ( array( $this->mails[0]['html'], $this->mails[0]['plain'] ) as $text ) {
			$this->assertStringContainsString( '2 artworks were registered.', $text );
			$this->assertStringContainsString( '2 of 3 artworks are registered; 1 needs you.', $text );
			$this->assertStringContainsString( '1 artwork needs you', $text );
			$this->assertStringContainsString( 'Irises', $text );
			$this->assertStringContainsString( 'page=artwork-registry-artworks', $text );
			$this->assertStringContainsString( 'You can switch it off', $text );
		}
		$this->assertStringNotContainsString( '<', $this->mails[0]['plain'] );
	}

	public function test_the_week_of_a_large_catalogue_is_told_with_the_counts_of_its_morning(): void {
		$this->pair();
		Weekly_Summary::look();
		$counts = array_fill_keys( Works_Query::VIEWS, 0 );
		Counts::save( array(
			'at'           => Clock::now(),
			'took_ms'      => 100,
			'counts'       => array( 'published' => 7000 ) + $counts,
			'unregistered' => 0,
			'sourceless'   => 0,
			'gone'         => array(),
		) );
		Summary_Text::forget();
		$this->assertSame( 7000, Summary_Text::counts()['works'] );
		$this->happen( array( 'attention' ), false );
		Clock::freeze( (int) strtotime( '2026-11-26 12:00:00 UTC' ) );
		Weekly_Summary::look();
		$this->assertCount( 1, $this->mails, 'one more needs the owner' );
		$this->assertStringContainsString( '0 of 1 artwork is registered; 1 needs you.', $this->mails[0]['plain'] );
	}

	public function test_what_the_dashboard_keeps_for_minutes_is_not_older_than_that(): void {
		$counts = array_fill_keys( Works_Query::VIEWS, 0 );
		$count  = static function ( int $at, int $works ) use ( $counts ): void {
			Counts::save( array( 'at' => $at, 'took_ms' => 100, 'counts' => array( 'published' => $works ) + $counts, 'unregistered' => 0,
				'sourceless' => 0, 'gone' => array() ) );
		};
		Summary_Text::forget();
		$count( Clock::now() - self::WEEK, 7000 );
		$this->assertSame( 7000, Summary_Text::counts()['works'], 'a screen does not wait for the count' );
		remove_action( 'shutdown', array( Catalogue_Counts::class, 'count_after_answer' ), 1001 );
		$count( Clock::now(), 7001 );
		$this->assertSame( 7001, Summary_Text::counts()['works'] );
		$count( Clock::now(), 7002 );
		$this->assertSame( 7001, Summary_Text::counts()['works'] );
	}

	public function test_nothing_is_sent_after_a_week_in_which_nothing_happened(): void {
		$this->pair();
		Weekly_Summary::look();
		$this->happen( array( 'attention' ) );
		$this->weeks_later( 1 );
		$this->assertCount( 1, $this->mails, 'one more needs the owner' );
		$this->weeks_later( 2 );
		$this->assertCount( 1, $this->mails, 'the same one still does' );
		$this->happen( array( 'published' ) );
		$this->weeks_later( 3 );
		$this->assertCount( 2, $this->mails );
	}

	public function test_an_owner_who_does_not_want_it_a_copy_and_a_site_that_is_not_connected_get_none(): void {
		Weekly_Summary::look();
		$this->assertSame( 0, Mail_Log::get()['summary_at'] );
		$this->pair();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 400, $this->screen( 'POST', 'settings', array( 'summary_on' => 'daily' ) )->get_status() );
		$this->assertSame( 'no', $this->screen( 'POST', 'settings', array( 'summary_on' => 'no' ) )->get_data()['settings']['summary_on'] );
		Weekly_Summary::look();
		$this->happen( array( 'published' ) );
		$this->weeks_later( 1 );
		Settings::update( array( 'summary_on' => 'yes' ) );
		$elsewhere = static function (): string {
			return 'https://staging.example';
		};
		add_filter( 'option_home', $elsewhere, 99 );
		$this->happen( array( 'published' ) );
		$this->weeks_later( 2 );
		remove_filter( 'option_home', $elsewhere, 99 );
		$this->assertCount( 0, $this->mails );
	}

	public function test_an_email_has_the_same_words_as_html_and_as_text_and_none_of_them_is_markup(): void {
		Mail::send( 'A <b>subject</b>', array( array( 'heading' => 'One & two', 'lines' => array( '"Untitled" <i>' ) ) ), 'Open',
			'https://gallery.example/?a=1&b=2', 'Why.' );
		$this->assertStringContainsString( 'One &amp; two', $this->mails[0]['html'] );
		$this->assertStringContainsString( '&quot;Untitled&quot; &lt;i&gt;', $this->mails[0]['html'] );
		$this->assertSame( "One & two\n\"Untitled\" <i>\n\nOpen:\nhttps://gallery.example/?a=1&b=2\n\nWhy.\n", $this->mails[0]['plain'] );
	}

	/** @param list<string> $states */
	private function happen( array $states, bool $is_forgotten = true ): void {
		foreach ( $states as $number => $state ) {
			$id     = $this->taken_over_artwork();
			$report = array( 'registry_id' => "ART-$id", 'confirmed_at' => 100 + $number ) + $this->report( $id, $state, 1 );
			Status::save_reports( array( 'attention' === $state ? array( 'registry_id' => null, 'confirmed_at' => null ) + $report : $report ) );
		}
		if ( $is_forgotten ) {
			Summary_Text::forget();
		}
	}

	private function weeks_later( int $weeks ): void {
		Clock::freeze( (int) strtotime( '2026-11-18 12:00:00 UTC' ) + $weeks * self::WEEK );
		Summary_Text::forget();
		Weekly_Summary::look();
		// What happens now is of the week after: a day later.
		Clock::freeze( Clock::now() + 86400 );
	}

	public function sender(): string {
		return 'wordpress@gallery.example';
	}

	/** @param object $mailer PHPMailer, which is kept from sending. */
	public function take( $mailer ): void {
		$this->mails[] = array(
			'to'      => (string) ( $mailer->getToAddresses()[0][0] ?? '' ),
			'subject' => (string) $mailer->Subject,
			'html'    => (string) $mailer->Body,
			'plain'   => (string) $mailer->AltBody,
		);
		$mailer->clearAllRecipients();
	}
}
