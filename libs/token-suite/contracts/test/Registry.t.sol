// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ClaimIssuer} from "../identity/ClaimIssuer.sol";
import {Identity} from "../identity/Identity.sol";
import {KeysAndClaims} from "../identity/KeysAndClaims.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {IdentityRegistry} from "../registry/IdentityRegistry.sol";
import {IdentityRegistryStorage} from "../registry/IdentityRegistryStorage.sol";
import {ClaimTopicsRegistry} from "../registry/ClaimTopicsRegistry.sol";
import {TrustedIssuersRegistry} from "../registry/TrustedIssuersRegistry.sol";
import {PropertyToken} from "../token/PropertyToken.sol";
import {Fixture} from "./Fixture.sol";

/// An identity outside this suite: it holds any claim, with whatever issuer it names.
contract ForeignIdentity {
    uint256 public topic;
    address public issuer;
    bytes public signature;
    bytes public data;

    constructor(uint256 topic_, address issuer_, bytes memory signature_, bytes memory data_) {
        (topic, issuer, signature, data) = (topic_, issuer_, signature_, data_);
    }

    function getClaim(bytes32)
        external
        view
        returns (uint256, uint256, address, bytes memory, bytes memory, string memory)
    {
        return (topic, 1, issuer, signature, data, "");
    }
}

/// An identity that answers in a way that should stop whoever asks.
contract HostileIdentity {
    uint8 private immutable how;

    constructor(uint8 how_) {
        how = how_;
    }

    fallback() external {
        if (how == 0) revert("no");
        if (how == 1) while (true) {}
        uint256 length = how == 2 ? 1_000_000 : 32;
        assembly {
            if eq(length, 32) { mstore(0, not(0)) }
            return(0, length)
        }
    }
}

/// Claims any validity, without a version.
contract GenerousIssuer {
    bool public generous = true;

    function refuse() external {
        generous = false;
    }

    function isClaimValid(address, uint256, bytes calldata, bytes calldata) external view returns (bool) {
        return generous;
    }
}

/// Verification of identities, and each way in which it ends.
contract RegistryTest is Fixture {
    address private alice;
    address private bob;

    function setUp() public {
        deploySuite();
        alice = onboard(1, UAE);
        bob = onboard(2, UAE);
        check(registry.isVerified(alice) && registry.isRemembered(alice), "verified and remembered");
    }

    function list(address wallet) private pure returns (address[] memory found) {
        found = new address[](1);
        found[0] = wallet;
    }

    function expectUnverified(address wallet) private {
        check(!registry.isRemembered(wallet), "not remembered");
        check(!registry.isVerified(wallet), "not verified");
        registry.remember(list(wallet));
        check(!registry.isRemembered(wallet), "not remembered again");
        vm.expectRevert(abi.encodeWithSelector(IdentityRegistry.NotVerified.selector, wallet));
        registry.verifiedInvestors(list(wallet));
    }

    function test_removed_claim_ends_verification() public {
        bytes memory call = abi.encodeCall(KeysAndClaims.removeClaim, (claimId()));
        vm.prank(CUSTODIAN);
        custodian.execute(IIdentity(alice), alice, call);
        expectUnverified(alice);
        check(registry.isRemembered(bob), "others are not affected");
    }

    function test_issuer_can_remove_its_claim() public {
        vm.prank(address(issuer));
        Identity(alice).removeClaim(claimId());
        expectUnverified(alice);
    }

    function test_revoked_claim_ends_verification_of_that_identity_only() public {
        issuer.revokeClaim(claimId(), alice);
        expectUnverified(alice);
        check(registry.isRemembered(bob), "others are not affected");
    }

    /// Has the identity hold another claim of the issuer.
    function hold(address identity, bytes memory signature, bytes memory data) private returns (bool done) {
        bytes memory call =
            abi.encodeCall(KeysAndClaims.addClaim, (TOPIC, 1, address(issuer), signature, data, ""));
        vm.prank(CUSTODIAN);
        (done,) = address(custodian).call(abi.encodeCall(custodian.execute, (IIdentity(identity), identity, call)));
    }

    function test_revoked_verification_stays_revoked_whatever_was_signed_before() public {
        bytes memory other = _signatureBy(SIGNER_KEY, alice, "other evidence");
        issuer.revokeClaim(claimId(), alice);
        check(!issuer.isClaimValid(IIdentity(alice), TOPIC, other, "other evidence"), "other signatures are invalid");
        check(!hold(alice, other, "other evidence"), "the identity can't hold another claim");
        expectUnverified(alice);
        check(!hold(alice, _signature(alice), "evidence"), "nor the revoked one");
        expectUnverified(alice);
    }

    function test_claim_held_before_another_is_revoked_does_not_count() public {
        check(hold(alice, _signatureBy(SIGNER_KEY, alice, "other evidence"), "other evidence"), "replaced");
        issuer.revokeClaim(claimId(), alice);
        check(!hold(alice, _signature(alice), "evidence"), "the first claim is invalid too");
        expectUnverified(alice);
    }

    function test_claim_signed_for_the_next_epoch_verifies_again() public {
        issuer.revokeClaim(claimId(), alice);
        check(issuer.claimEpoch(alice, TOPIC) == 1 && issuer.claimEpoch(bob, TOPIC) == 0, "epochs");
        check(!hold(alice, _signatureFor(alice, 2), "evidence"), "not a later epoch");
        check(hold(alice, _signatureFor(alice, 1), "evidence"), "the current epoch");
        check(registry.isVerified(alice), "verified again");
        issuer.revokeTopic(alice, TOPIC);
        expectUnverified(alice);
        check(!hold(alice, _signatureFor(alice, 1), "evidence"), "an epoch ends for ever");
    }

    function test_revoked_topic_needs_no_claim_and_no_answer_of_the_identity() public {
        bytes memory call = abi.encodeCall(KeysAndClaims.removeClaim, (claimId()));
        vm.prank(CUSTODIAN);
        custodian.execute(IIdentity(alice), alice, call);
        issuer.revokeTopic(alice, TOPIC);
        check(!hold(alice, _signature(alice), "evidence"), "revoked while it was not held");
        expectUnverified(alice);
        check(registry.isRemembered(bob), "others are not affected");
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.MissingKey.selector, STRANGER, 1));
        issuer.revokeTopic(bob, TOPIC);
    }

    function test_hostile_identity_cannot_have_the_claim_of_another_revoked() public {
        ForeignIdentity copied = new ForeignIdentity(TOPIC, address(issuer), _signature(alice), "evidence");
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.UnknownClaim.selector, claimId()));
        issuer.revokeClaim(claimId(), address(copied));
        ForeignIdentity lying = new ForeignIdentity(2, address(issuer), _signature(alice), "evidence");
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.UnknownClaim.selector, claimId()));
        issuer.revokeClaim(claimId(), address(lying));
        check(!issuer.isClaimRevoked(_signature(alice)) && registry.isRemembered(alice), "still verified");
    }

    function test_claim_is_revoked_once() public {
        issuer.revokeClaim(claimId(), alice);
        vm.expectRevert(abi.encodeWithSelector(ClaimIssuer.AlreadyRevoked.selector, _signature(alice)));
        issuer.revokeClaim(claimId(), alice);
        check(issuer.claimEpoch(alice, TOPIC) == 1, "the epoch of a new claim doesn't end by repetition");
    }

    function test_claim_revoked_by_signature_ends_verification() public {
        issuer.revokeClaimBySignature(_signature(alice));
        expectUnverified(alice);
        check(registry.isVerified(bob) && !registry.isRemembered(bob), "others are read again");
        registry.remember(list(bob));
        check(registry.isRemembered(bob), "and remembered again");
    }

    function test_removed_signing_key_ends_verification() public {
        issuer.removeKey(keccak256(abi.encode(vm.addr(SIGNER_KEY))), 3);
        expectUnverified(alice);
    }

    function test_untrusted_issuer_ends_verification() public {
        issuers.removeTrustedIssuer(issuer);
        expectUnverified(alice);
    }

    function test_issuer_trusted_for_another_topic_ends_verification() public {
        uint256[] memory other = new uint256[](1);
        other[0] = 2;
        issuers.updateIssuerClaimTopics(issuer, other);
        expectUnverified(alice);
    }

    function test_added_topic_ends_verification() public {
        topics.addClaimTopic(2);
        expectUnverified(alice);
        topics.removeClaimTopic(2);
        check(registry.isVerified(alice), "until the topic is removed");
    }

    function test_replaced_registries_end_verification() public {
        registry.setTrustedIssuersRegistry(
            address(new TrustedIssuersRegistry(authority, new IClaimIssuer[](0), new uint256[](0)))
        );
        expectUnverified(alice);
        registry.setTrustedIssuersRegistry(address(issuers));
        uint256[] memory other = new uint256[](1);
        other[0] = 3;
        registry.setClaimTopicsRegistry(address(new ClaimTopicsRegistry(authority, other)));
        expectUnverified(alice);
    }

    function test_deleted_wallet_and_changed_identity_end_verification() public {
        IIdentity other = IIdentity(address(new ForeignIdentity(0, address(0), "", "")));
        vm.prank(REGISTRAR);
        registry.updateIdentity(bob, other);
        expectUnverified(bob);
        vm.prank(REGISTRAR);
        registry.deleteIdentity(alice);
        expectUnverified(alice);
    }

    function test_issuer_that_the_claim_names_itself_is_not_trusted() public {
        GenerousIssuer generous = new GenerousIssuer();
        ForeignIdentity foreign = new ForeignIdentity(TOPIC, address(generous), "", "");
        register(STRANGER, address(foreign), UAE);
        expectUnverified(STRANGER);
        // Neither is a claim that names the trusted issuer without its signature.
        foreign = new ForeignIdentity(TOPIC, address(issuer), _signatureBy(0xbad, address(foreign), "evidence"), "evidence");
        register(address(0xbad2), address(foreign), UAE);
        expectUnverified(address(0xbad2));
    }

    function test_claim_of_another_identity_or_topic_does_not_count() public {
        ForeignIdentity copied = new ForeignIdentity(TOPIC, address(issuer), _signature(alice), "evidence");
        register(STRANGER, address(copied), UAE);
        expectUnverified(STRANGER);
        topics.addClaimTopic(2);
        uint256[] memory both = new uint256[](2);
        (both[0], both[1]) = (1, 2);
        issuers.updateIssuerClaimTopics(issuer, both);
        expectUnverified(alice);
    }

    function test_hostile_identity_is_named_and_does_not_stop_others() public {
        PropertyToken token = deployProperty("marina");
        recordTitle(token);
        for (uint8 how; how < 4; ++how) {
            address hostile = address(uint160(0xbad0) + how);
            register(hostile, address(new HostileIdentity(how)), UAE);
            address[] memory batch = new address[](3);
            (batch[0], batch[1], batch[2]) = (alice, hostile, bob);
            uint256 gas = gasleft();
            registry.remember(batch);
            check(!registry.isVerified(hostile), "not verified");
            check(gas - gasleft() < 2_000_000, "a small part of what a transaction may use");
            vm.expectRevert(abi.encodeWithSelector(IdentityRegistry.NotVerified.selector, hostile));
            registry.verifiedInvestors(batch);
            vm.prank(MINTER);
            vm.expectRevert(abi.encodeWithSelector(IdentityRegistry.NotVerified.selector, hostile));
            token.mintAllotments(0, 0, batch, new uint256[](3));
        }
    }

    function test_claims_of_issuers_without_versions_are_read_every_time() public {
        GenerousIssuer generous = new GenerousIssuer();
        uint256[] memory required = new uint256[](1);
        required[0] = TOPIC;
        issuers.addTrustedIssuer(IClaimIssuer(address(generous)), required);
        register(STRANGER, address(new ForeignIdentity(TOPIC, address(generous), "", "")), UAE);
        check(registry.isVerified(STRANGER), "verified");
        registry.remember(list(STRANGER));
        check(!registry.isRemembered(STRANGER), "never remembered");
        generous.refuse();
        check(!registry.isVerified(STRANGER), "not verified at once");
        check(registry.isVerified(alice), "the second issuer doesn't matter");
    }

    function test_identity_refuses_claims_that_the_issuer_does_not_confirm() public {
        bytes memory call = abi.encodeCall(
            KeysAndClaims.addClaim, (TOPIC, 1, address(issuer), _signatureBy(0xbad, alice, "evidence"), "evidence", "")
        );
        vm.prank(CUSTODIAN);
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.InvalidClaim.selector, address(issuer), TOPIC));
        custodian.execute(IIdentity(alice), alice, call);
    }

    function test_only_key_holders_use_an_identity() public {
        bytes memory missing = abi.encodeWithSelector(KeysAndClaims.MissingKey.selector, STRANGER, 2);
        vm.startPrank(STRANGER);
        vm.expectRevert(missing);
        Identity(alice).execute(bob, 0, "");
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.MissingKey.selector, STRANGER, 1));
        Identity(alice).addKey("key", 1, 1);
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.MissingKey.selector, STRANGER, 3));
        Identity(alice).removeClaim(claimId());
        vm.expectRevert();
        Identity(alice).initialize(STRANGER, 0, address(0), "", "");
        vm.expectRevert();
        custodian.execute(IIdentity(alice), bob, "");
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.MissingKey.selector, STRANGER, 1));
        issuer.revokeClaim(claimId(), alice);
        vm.stopPrank();
    }

    function test_action_key_cannot_change_keys() public {
        bytes32 action = keccak256(abi.encode(STRANGER));
        vm.prank(CUSTODIAN);
        custodian.execute(IIdentity(alice), alice, abi.encodeCall(KeysAndClaims.addKey, (action, 2, 1)));
        vm.startPrank(STRANGER);
        Identity(alice).execute(address(countries), 0, abi.encodeWithSignature("name()"));
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.MissingKey.selector, STRANGER, 1));
        Identity(alice).execute(alice, 0, abi.encodeCall(KeysAndClaims.addKey, (action, 1, 1)));
        vm.stopPrank();
        uint256[] memory purposes = Identity(alice).getKeyPurposes(action);
        check(purposes.length == 1 && purposes[0] == 2, "purposes");
    }

    function test_last_management_key_stays() public {
        bytes32 key = keccak256(abi.encode(address(custodian)));
        bytes memory call = abi.encodeCall(KeysAndClaims.removeKey, (key, 1));
        vm.prank(CUSTODIAN);
        vm.expectRevert(abi.encodeWithSelector(KeysAndClaims.LastManagementKey.selector));
        custodian.execute(IIdentity(alice), alice, call);
    }

    function test_an_identity_has_at_most_eight_wallets() public {
        for (uint160 i = 1; i < 8; ++i) {
            register(address(0x1000 + i), alice, UAE);
        }
        vm.prank(REGISTRAR);
        vm.expectRevert(abi.encodeWithSelector(IdentityRegistryStorage.TooManyWallets.selector, alice));
        registry.registerIdentity(address(0x2000), IIdentity(alice), UAE);
        vm.startPrank(REGISTRAR);
        for (uint160 i = 1; i < 8; ++i) {
            registry.deleteIdentity(address(0x1000 + i));
        }
        vm.stopPrank();
        check(wallets.walletsOf(alice).length == 1 && wallets.investorOf(alice) >> 176 == 0, "back to one");
    }

    function test_storage_serves_more_than_three_hundred_registries() public {
        for (uint160 i; i < 310; ++i) {
            wallets.bindIdentityRegistry(address(0x9000 + i));
        }
        check(wallets.linkedIdentityRegistries().length == 311, "bound");
        wallets.unbindIdentityRegistry(address(0x9000));
        check(!wallets.isAgent(address(0x9000)) && wallets.isAgent(address(0x9001)), "unbound");
        IdentityRegistry second = newRegistry();
        check(second.isVerified(alice), "an investor of one registry is known in another");
    }

    function test_only_bound_registries_write_to_the_storage() public {
        vm.prank(REGISTRAR);
        vm.expectRevert(abi.encodeWithSelector(IdentityRegistryStorage.NotAgent.selector, REGISTRAR));
        wallets.addIdentityToStorage(STRANGER, IIdentity(alice), UAE);
    }
}
