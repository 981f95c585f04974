// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {Roles} from "../access/Roles.sol";
import {ModularCompliance} from "../compliance/ModularCompliance.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {RegisterAnchor} from "../RegisterAnchor.sol";
import {PropertyToken} from "../token/PropertyToken.sol";
import {Fixture} from "./Fixture.sol";

contract PropertyTokenNext is PropertyToken {
    function isNext() external pure returns (bool) {
        return true;
    }
}

/// Recovery, upgrades, rotation of keys, ownership and anchoring.
contract LifeTest is Fixture {
    PropertyToken private token;
    address private alice;
    address private bob;

    function setUp() public {
        deploySuite();
        token = deployProperty("marina");
        alice = onboard(1, UAE);
        bob = onboard(2, UAE);
        recordTitle(token);
        allot(token, alice, 60);
    }

    function test_wallet_is_recovered_in_three_tokens() public {
        PropertyToken[3] memory tokens = [token, deployProperty("creek"), deployProperty("palm")];
        address own = address(0x0111);
        address replacement = address(0x0222);
        register(own, alice, UAE);
        for (uint256 i; i < 3; ++i) {
            if (i > 0) recordTitle(tokens[i]);
            allot(tokens[i], own, 30 + i);
            vm.prank(ENFORCER);
            tokens[i].freezePartialTokens(own, 20);
        }
        vm.prank(ENFORCER);
        tokens[1].setAddressFrozen(own, true);
        vm.prank(ENFORCER);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.NotWalletOfIdentity.selector, replacement, alice));
        token.recoveryAddress(own, replacement, alice);
        register(replacement, alice, UAE);
        for (uint256 i; i < 3; ++i) {
            vm.prank(ENFORCER);
            tokens[i].recoveryAddress(own, replacement, alice);
            check(tokens[i].balanceOf(own) == 0 && tokens[i].balanceOf(replacement) == 30 + i, "balance");
            check(tokens[i].getFrozenTokens(own) == 0 && tokens[i].getFrozenTokens(replacement) == 20, "frozen");
            check(tokens[i].isFrozen(replacement) == (i == 1), "frozen wallet");
        }
        vm.prank(REGISTRAR);
        registry.deleteIdentity(own);
        vm.prank(ENFORCER);
        tokens[2].forcedTransfer(replacement, bob, 32);
        check(tokens[2].balanceOf(bob) == 32, "and the shares can move on");
    }

    function test_recovery_needs_wallets_of_the_same_identity() public {
        address own = address(0x0111);
        register(own, bob, UAE);
        vm.startPrank(ENFORCER);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.NotWalletOfIdentity.selector, own, alice));
        token.recoveryAddress(alice, own, alice);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.NotWalletOfIdentity.selector, alice, bob));
        token.recoveryAddress(alice, own, bob);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.SameWallet.selector));
        token.recoveryAddress(alice, alice, alice);
        vm.expectRevert(abi.encodeWithSelector(Governed.ZeroAddress.selector));
        token.recoveryAddress(address(1), address(2), address(0));
        vm.stopPrank();
    }

    function test_custodial_shares_move_to_the_investors_own_wallet() public {
        address own = address(0x0111);
        vm.prank(CUSTODIAN);
        custodian.execute(IIdentity(alice), address(token), abi.encodeCall(token.transfer, (bob, 10)));
        check(token.balanceOf(bob) == 10, "the custodian transfers");
        register(own, alice, UAE);
        vm.prank(ENFORCER);
        token.forcedTransfer(alice, own, 50);
        vm.prank(own);
        token.transfer(bob, 5);
        check(token.balanceOf(own) == 45, "the wallet transfers itself");
    }

    function test_upgrade_through_the_timelock_keeps_the_storage() public {
        vm.prank(ENFORCER);
        token.freezePartialTokens(alice, 7);
        bytes memory call = abi.encodeCall(UpgradeableBeacon.upgradeTo, (address(new PropertyTokenNext())));
        vm.startPrank(UPGRADER);
        vm.expectRevert();
        tokenBeacon.upgradeTo(address(1));
        timelock.schedule(address(tokenBeacon), 0, call, 0, 0, UPGRADE_DELAY);
        vm.expectRevert();
        timelock.execute(address(tokenBeacon), 0, call, 0, 0);
        vm.warp(block.timestamp + UPGRADE_DELAY);
        timelock.execute(address(tokenBeacon), 0, call, 0, 0);
        vm.stopPrank();
        check(PropertyTokenNext(address(token)).isNext(), "new code");
        check(token.balanceOf(alice) == 60 && token.getFrozenTokens(alice) == 7, "accounts");
        check(token.totalSupply() == 60 && token.allotmentCount() == 1 && token.cap() == 1_000, "supply");
        check(token.title() == keccak256("deed") && address(token.identityRegistry()) == address(registry), "settings");
        check(token.owner() == address(this), "owner");
    }

    function test_role_key_is_rotated_once_for_all_tokens() public {
        PropertyToken other = deployProperty("creek");
        recordTitle(other);
        authority.grantRole(Roles.MINTER, address(0xb1));
        authority.revokeRole(Roles.MINTER, MINTER);
        (address[] memory to, uint256[] memory amounts) = one(alice, 1);
        PropertyToken[2] memory tokens = [token, other];
        for (uint256 i; i < 2; ++i) {
            uint64 next = tokens[i].allotmentCount();
            vm.prank(MINTER);
            vm.expectRevert(abi.encodeWithSelector(Governed.MissingRole.selector, MINTER, Roles.MINTER));
            tokens[i].mintAllotments(next, 0, to, amounts);
            vm.prank(address(0xb1));
            tokens[i].mintAllotments(next, 0, to, amounts);
        }
    }

    function test_custodian_key_is_rotated_once_for_all_investors() public {
        authority.grantRole(Roles.CUSTODIAN, address(0xb8));
        authority.revokeRole(Roles.CUSTODIAN, CUSTODIAN);
        bytes memory call = abi.encodeCall(token.transfer, (bob, 1));
        vm.prank(CUSTODIAN);
        vm.expectRevert(abi.encodeWithSelector(Governed.MissingRole.selector, CUSTODIAN, Roles.CUSTODIAN));
        custodian.execute(IIdentity(alice), address(token), call);
        vm.prank(address(0xb8));
        custodian.execute(IIdentity(alice), address(token), call);
    }

    function test_claim_signer_is_rotated_by_adding_the_new_key_first() public {
        address next = vm.addr(0xc2a2);
        issuer.addKey(keccak256(abi.encode(next)), 3, 1);
        check(registry.isVerified(alice), "both keys are valid");
        bytes memory call = abi.encodeWithSignature(
            "addClaim(uint256,uint256,address,bytes,bytes,string)",
            TOPIC,
            1,
            address(issuer),
            _signatureBy(0xc2a2, alice, "evidence"),
            "evidence",
            ""
        );
        vm.prank(CUSTODIAN);
        custodian.execute(IIdentity(alice), alice, call);
        issuer.removeKey(keccak256(abi.encode(vm.addr(SIGNER_KEY))), 3);
        check(registry.isVerified(alice) && !registry.isVerified(bob), "only new signatures are valid");
    }

    function test_admin_changes_in_two_steps_after_a_delay() public {
        authority.beginDefaultAdminTransfer(address(0xad));
        vm.prank(address(0xad));
        vm.expectRevert();
        authority.acceptDefaultAdminTransfer();
        check(token.owner() == address(this), "not yet");
        vm.warp(block.timestamp + ADMIN_DELAY + 1);
        vm.prank(address(0xad));
        authority.acceptDefaultAdminTransfer();
        check(token.owner() == address(0xad) && registry.owner() == address(0xad), "owner of everything");
        vm.expectRevert(abi.encodeWithSelector(Governed.NotOwner.selector, address(this)));
        token.setName("x");
    }

    function test_ownership_of_one_token_is_accepted_and_handed_back() public {
        token.transferOwnership(bob);
        check(token.owner() == address(this) && token.pendingOwner() == bob, "proposed");
        vm.expectRevert(abi.encodeWithSelector(Governed.NotPendingOwner.selector, address(this)));
        token.acceptOwnership();
        vm.startPrank(bob);
        token.acceptOwnership();
        token.setName("Bob's");
        token.transferOwnership(address(0));
        vm.stopPrank();
        check(token.owner() == address(this) && token.pendingOwner() == address(0), "handed back");
    }

    function test_agents_of_a_token_mint_enforce_and_pause_but_record_no_title() public {
        check(!token.isAgent(STRANGER), "no agent");
        token.addAgent(STRANGER);
        token.addAgent(STRANGER);
        check(token.isAgent(STRANGER) && token.agentCount() == 1, "agent");
        vm.startPrank(STRANGER);
        token.mint(alice, 1);
        token.pause();
        token.unpause();
        token.forcedTransfer(alice, bob, 1);
        vm.expectRevert(abi.encodeWithSelector(Governed.MissingRole.selector, STRANGER, Roles.TITLE_RECORDER));
        token.recordTitle("deed");
        vm.stopPrank();
        token.removeAgent(STRANGER);
        check(!token.isAgent(STRANGER) && token.agentCount() == 0, "removed");
    }

    function test_stranger_cannot_bind_to_an_unbound_compliance_contract() public {
        ModularCompliance unbound = ModularCompliance(address(token.compliance()));
        unbound.unbindToken(address(token));
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Governed.NotOwner.selector, STRANGER));
        unbound.bindToken(STRANGER);
        check(unbound.getTokenBound() == address(0), "still unbound");
    }

    function test_compliance_is_replaced_and_bound() public {
        PropertyToken other = deployProperty("creek");
        address old = address(token.compliance());
        address used = address(other.compliance());
        vm.expectRevert(abi.encodeWithSelector(ModularCompliance.TokenAlreadyBound.selector, address(other)));
        ModularCompliance(used).bindToken(address(token));
        ModularCompliance(used).unbindToken(address(other));
        vm.expectRevert(abi.encodeWithSelector(Governed.NotOwner.selector, address(token)));
        token.setCompliance(used);
        ModularCompliance(used).bindToken(address(token));
        token.setCompliance(used);
        check(ModularCompliance(used).isTokenBound(address(token)), "bound");
        check(ModularCompliance(old).getTokenBound() == address(0), "unbound");
    }

    function test_compliance_in_use_stays_bound_when_set_again() public {
        address used = address(token.compliance());
        token.setCompliance(used);
        check(ModularCompliance(used).isTokenBound(address(token)), "bound");
        check(address(token.compliance()) == used, "in use");
    }

    function test_anchored_roots_are_never_changed() public {
        vm.startPrank(ANCHOR);
        anchor.anchor("root 5", 5, 10);
        anchor.anchorFor(address(token), "root 1", 1, 3);
        vm.expectRevert(abi.encodeWithSelector(RegisterAnchor.SequenceNotAfter.selector, 5, 5));
        anchor.anchor("other", 5, 10);
        anchor.anchor("root 7", 7, 9);
        vm.stopPrank();
        check(anchor.entry(address(0), 5).root == "root 5" && anchor.latest(address(0)).sequence == 7, "platform");
        check(anchor.entry(address(token), 1).treeSize == 3, "token");
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Governed.MissingRole.selector, STRANGER, Roles.ANCHOR));
        anchor.anchor("root", 8, 11);
    }

    function test_owner_ends_a_series_that_a_thief_has_filled() public {
        uint64 most = type(uint64).max;
        vm.startPrank(ANCHOR);
        anchor.anchor("root 1", 1, 10);
        anchor.anchor("root 2", 2, 11);
        anchor.anchor("false", 3, 0);
        anchor.anchor("false", most, most);
        vm.expectRevert(abi.encodeWithSelector(RegisterAnchor.SequenceNotAfter.selector, most, 3));
        anchor.anchor("root 3", 3, 12);
        vm.expectRevert(abi.encodeWithSelector(Governed.NotOwner.selector, ANCHOR));
        anchor.beginSeries(address(0), 2);
        vm.stopPrank();

        vm.expectEmit();
        emit RegisterAnchor.SeriesBegun(address(0), 1, 2);
        anchor.beginSeries(address(0), 2);
        check(anchor.latest(address(0)).sequence == 2 && anchor.latest(address(0)).treeSize == 11, "latest");
        check(anchor.entry(address(0), 3).root == 0 && anchor.entry(address(0), most).root == 0, "set aside");
        vm.prank(ANCHOR);
        anchor.anchor("root 3", 3, 12);
        check(anchor.entry(address(0), 3).root == "root 3" && anchor.entry(address(0), 3).series == 1, "anchored again");
        check(anchor.entry(address(0), 2).root == "root 2" && anchor.entry(address(0), 2).series == 0, "kept");
        check(anchor.entryIn(address(0), 0, 3).root == "false", "history stays");
        check(anchor.series(address(token)) == 0, "other registers keep their series");
    }

    function test_series_begins_only_after_an_earlier_sequence() public {
        vm.expectRevert(abi.encodeWithSelector(RegisterAnchor.NothingToSetAside.selector, 0, 0));
        anchor.beginSeries(address(0), 0);
        vm.prank(ANCHOR);
        anchor.anchor("root 4", 4, 10);
        vm.expectRevert(abi.encodeWithSelector(RegisterAnchor.NothingToSetAside.selector, 4, 4));
        anchor.beginSeries(address(0), 4);
    }

    function test_later_series_may_set_aside_more_than_an_earlier_one() public {
        vm.startPrank(ANCHOR);
        for (uint64 n = 1; n <= 5; ++n) anchor.anchor(bytes32(uint256(n)), n, n);
        vm.stopPrank();
        anchor.beginSeries(address(0), 4);
        vm.prank(ANCHOR);
        anchor.anchor("false", 9, 9);
        anchor.beginSeries(address(0), 2);
        check(anchor.entry(address(0), 2).root == bytes32(uint256(2)), "kept");
        check(anchor.entry(address(0), 3).root == 0, "set aside by the second");
        check(anchor.entry(address(0), 4).root == 0 && anchor.entry(address(0), 9).root == 0, "and so are these");
        check(anchor.latest(address(0)).sequence == 2 && anchor.series(address(0)) == 2, "latest");
    }

    function test_implementations_cannot_be_initialised() public {
        PropertyToken implementation = PropertyToken(tokenBeacon.implementation());
        vm.expectRevert();
        implementation.initialize(authority, address(1), address(2), "a", "b", 1);
        vm.expectRevert();
        token.initialize(authority, address(1), address(2), "a", "b", 1);
    }
}
