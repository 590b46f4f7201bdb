<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Status;
use ArtworkRegistry\View\Work_View;
use ArtworkRegistry\View\Works_Query;
use PHPUnit\Framework\Assert;

final class Why_Text_Test extends Wordpress_Case {
	/** @return array<string, array{0: array<string, mixed>, 1: string|null}> What the sync service reported → sentence. */
	public function reports(): array {
		$held = static function ( string $reason, ?int $size ): array {
			return array( 'held' => array( 'reason' => $reason, 'group' => null === $size ? null : str_repeat( 'a', 32 ), 'size' => $size, 'known' => null ) );
		};
		return array(
			'registered'         => array( array( 'state' => 'published' ), null ),
			'matched by picture' => array( array( 'state' => 'matched', 'matched_on' => 'image_url' ), 'The registry knew this artwork already (by its picture).' ),
			'matched by a key of a newer registry' => array(
				array( 'state' => 'matched', 'matched_on' => 'smell' ),
				'The registry knew this artwork already (by its details).',
			),
			'several alike' => array(
				array( 'state' => 'held' ) + $held( 'possible_duplicate', 3 ),
				'3 artworks have this artist, title, year and size, so the registry could not tell them apart. Choose what they should be.',
			),
			'leaves with many' => array(
				array( 'state' => 'held' ) + $held( 'bulk_removal', null ),
				'It left your site together with many others. The registry is only informed when you confirm the removal.',
			),
			'other hold'         => array( array( 'state' => 'held' ) + $held( 'other', null ), 'It waits for your approval before it is sent.' ),
			'stopped, sold' => array(
				array( 'state' => 'stopped', 'shows' => '{"availability":"sold"}' ),
				'The registry page is still public and shows it as sold.',
			),
			'stopped, as it was' => array( array( 'state' => 'stopped' ), 'The registry page is still public and stays as it was.' ),
			'refused' => array(
				array( 'state' => 'attention', 'error' => '{"code":"payload_too_large"}' ),
				'The details of this artwork are too long for the registry. Shorten them.',
			),
		);
	}

	/**
	 * @dataProvider reports
	 * @param array<string, mixed> $report
	 */
	public function test_each_state_comes_with_its_reason( array $report, ?string $why ): void {
		$id = $this->taken_over_artwork();
		Status::save_reports( array( $report + $this->report( $id, $report['state'], 1 ) ) );
		$this->assertSame( $why, self::why( $id ) );
	}

	public function test_a_work_that_is_out_comes_with_what_keeps_it_out(): void {
		$this->assertNull( self::why( $this->artwork() ), 'it was not chosen: the state says that' );
		$this->assertSame( 'It is private on the site.', self::why( $this->artwork( array( 'post_status' => 'private' ) ) ) );
		$this->assertSame( 'It has a password on the site.', self::why( $this->artwork( array( 'post_password' => 'x' ) ) ) );
	}

	private static function why( int $id ): ?string {
		$row = Works_Query::find( $id );
		Assert::assertNotNull( $row );
		return Work_View::many( array( $row ) )[0]['why'];
	}
}
