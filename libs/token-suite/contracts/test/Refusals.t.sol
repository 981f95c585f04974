// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ModularCompliance} from "../compliance/ModularCompliance.sol";
import {CountryModule} from "../compliance/modules/CountryModule.sol";
import {BalanceCapModule} from "../compliance/modules/BalanceCapModule.sol";
import {HolderCountModule} from "../compliance/modules/HolderCountModule.sol";
import {LockUpModule} from "../compliance/modules/LockUpModule.sol";
import {Governed} from "../access/Governed.sol";
import {Roles} from "../access/Roles.sol";
import {PropertyToken} from "../token/PropertyToken.sol";
import {SuiteFactory} from "../SuiteFactory.sol";
import {Fixture} from "./Fixture.sol";

/// Every refusal of the token, with its error.
contract RefusalsTest is Fixture {
    PropertyToken private token;
    address private alice;
    address private bob;
    address private foreign;

    function setUp() public {
        deploySuite();
        token = deployProperty("marina");
        alice = onboard(1, UAE);
        bob = onboard(2, FRANCE);
        foreign = onboard(3, ELSEWHERE);
        recordTitle(token);
        allot(token, alice, 60);
    }

    function expectTransferRefused(bytes memory why) private {
        (address[] memory to, uint256[] memory amounts) = one(bob, 10);
        vm.prank(alice);
        vm.expectRevert(why);
        token.transfer(bob, 10);
        vm.prank(alice);
        vm.expectRevert(why);
        token.batchTransfer(to, amounts);
        vm.prank(alice);
        token.approve(STRANGER, 10);
        vm.prank(STRANGER);
        vm.expectRevert(why);
        token.transferFrom(alice, bob, 10);
    }

    /// The same refusal for an allotment, a mint and each mint of a batch.
    function expectMintRefused(address to, uint256 amount, bytes memory why) private {
        address[] memory holders = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (holders[0], holders[1], amounts[0], amounts[1]) = (bob, to, 1, amount);
        uint64 next = token.allotmentCount();
        vm.prank(MINTER);
        vm.expectRevert(why);
        token.mintAllotments(next, 0, holders, amounts);
        vm.prank(DIRECT_MINTER);
        vm.expectRevert(why);
        token.batchMint(holders, amounts);
        vm.prank(DIRECT_MINTER);
        vm.expectRevert();
        token.mint(to, amount);
    }

    function refusedBy(address module, address from, address to) private pure returns (bytes memory) {
        return abi.encodeWithSelector(PropertyToken.RefusedByCompliance.selector, module, from, to);
    }

    function test_transfer_moves_shares_between_verified_holders() public {
        vm.prank(alice);
        token.transfer(bob, 10);
        check(token.balanceOf(alice) == 50 && token.balanceOf(bob) == 10, "balances");
        check(token.holderCount() == 2, "holders");
    }

    function test_transferFrom_uses_up_the_allowance() public {
        vm.prank(alice);
        token.approve(STRANGER, 15);
        vm.prank(STRANGER);
        token.transferFrom(alice, bob, 10);
        check(token.allowance(alice, STRANGER) == 5, "allowance");
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSignature("ERC20InsufficientAllowance(address,uint256,uint256)", STRANGER, 5, 6));
        token.transferFrom(alice, bob, 6);
    }

    function test_transfer_from_the_zero_address_is_refused() public {
        setting(token, address(lockUp), abi.encodeCall(LockUpModule.setLockUp, (type(uint256).max)));
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSignature("ERC20InvalidSender(address)", address(0)));
        token.transferFrom(address(0), bob, 0);
    }

    function test_receiver_that_is_not_registered_is_refused() public {
        bytes memory why = abi.encodeWithSelector(PropertyToken.ReceiverNotVerified.selector, STRANGER);
        vm.prank(alice);
        vm.expectRevert(why);
        token.transfer(STRANGER, 1);
        vm.prank(ENFORCER);
        vm.expectRevert(why);
        token.forcedTransfer(alice, STRANGER, 1);
        expectMintRefused(STRANGER, 1, abi.encodeWithSignature("NotVerified(address)", STRANGER));
    }

    function test_receiver_with_a_revoked_claim_is_refused() public {
        issuer.revokeClaim(claimId(), bob);
        expectTransferRefused(abi.encodeWithSelector(PropertyToken.ReceiverNotVerified.selector, bob));
    }

    function test_frozen_sender_and_receiver_are_refused_on_every_path() public {
        vm.prank(ENFORCER);
        token.setAddressFrozen(alice, true);
        expectTransferRefused(abi.encodeWithSelector(PropertyToken.WalletFrozen.selector, alice));
        expectMintRefused(alice, 1, abi.encodeWithSelector(PropertyToken.WalletFrozen.selector, alice));
        vm.prank(ENFORCER);
        token.setAddressFrozen(alice, false);
        vm.prank(ENFORCER);
        token.setAddressFrozen(bob, true);
        bytes memory why = abi.encodeWithSelector(PropertyToken.WalletFrozen.selector, bob);
        expectTransferRefused(why);
        vm.prank(ENFORCER);
        vm.expectRevert(why);
        token.forcedTransfer(alice, bob, 1);
    }

    function test_partly_frozen_shares_cannot_be_transferred() public {
        vm.prank(ENFORCER);
        token.freezePartialTokens(alice, 55);
        expectTransferRefused(abi.encodeWithSelector(PropertyToken.InsufficientFreeBalance.selector, alice, 5, 10));
        vm.prank(ENFORCER);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.InsufficientFreeBalance.selector, alice, 5, 6));
        token.freezePartialTokens(alice, 6);
    }

    function test_batch_cannot_spend_frozen_shares_in_parts() public {
        vm.prank(ENFORCER);
        token.freezePartialTokens(alice, 50);
        address[] memory to = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (to[0], to[1], amounts[0], amounts[1]) = (bob, bob, 10, 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.InsufficientFreeBalance.selector, alice, 0, 1));
        token.batchTransfer(to, amounts);
    }

    function test_balance_above_the_cap_of_an_identity_is_refused() public {
        allot(token, bob, 95);
        expectTransferRefused(refusedBy(address(balanceCap), alice, bob));
        expectMintRefused(alice, 41, refusedBy(address(balanceCap), address(0), alice));
        vm.prank(ENFORCER);
        vm.expectRevert(refusedBy(address(balanceCap), alice, bob));
        token.forcedTransfer(alice, bob, 6);
    }

    function test_cap_counts_a_wallet_that_occurs_twice_in_a_batch() public {
        address[] memory to = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (to[0], to[1], amounts[0], amounts[1]) = (bob, bob, 60, 41);
        vm.prank(MINTER);
        vm.expectRevert(refusedBy(address(balanceCap), address(0), bob));
        token.mintAllotments(1, 0, to, amounts);
    }

    function test_cap_counts_all_wallets_of_an_identity() public {
        address second = address(0x5ec0);
        register(second, alice, UAE);
        expectMintRefused(second, 41, refusedBy(address(balanceCap), address(0), second));
        allot(token, second, 40);
        allot(token, bob, 1);
        vm.prank(bob);
        vm.expectRevert(refusedBy(address(balanceCap), bob, second));
        token.transfer(second, 1);
        vm.prank(alice);
        token.transfer(second, 60);
        check(token.balanceOf(second) == 100, "moving between own wallets is free");
    }

    function test_residents_of_other_countries_are_refused() public {
        bytes memory why = refusedBy(address(countries), alice, foreign);
        vm.prank(alice);
        vm.expectRevert(why);
        token.transfer(foreign, 1);
        vm.prank(ENFORCER);
        vm.expectRevert(why);
        token.forcedTransfer(alice, foreign, 1);
        expectMintRefused(foreign, 1, refusedBy(address(countries), address(0), foreign));
    }

    function test_removed_country_stops_new_shares_but_not_sales() public {
        uint16[] memory removed = new uint16[](1);
        removed[0] = UAE;
        setting(token, address(countries), abi.encodeCall(CountryModule.disallowCountries, (removed)));
        expectMintRefused(alice, 1, refusedBy(address(countries), address(0), alice));
        vm.prank(alice);
        token.transfer(bob, 10);
    }

    function test_locked_up_shares_cannot_be_transferred_before_the_time() public {
        setting(token, address(lockUp), abi.encodeCall(LockUpModule.setLockUp, (block.timestamp + 1 days)));
        expectTransferRefused(refusedBy(address(lockUp), alice, bob));
        allot(token, bob, 1);
        vm.prank(ENFORCER);
        token.forcedTransfer(alice, bob, 1);
        vm.warp(block.timestamp + 1 days);
        vm.prank(alice);
        token.transfer(bob, 10);
    }

    function test_holders_above_the_limit_are_refused() public {
        setting(token, address(holderCount), abi.encodeCall(HolderCountModule.setMaxHolders, (1)));
        expectTransferRefused(refusedBy(address(holderCount), alice, bob));
        expectMintRefused(onboard(4, UAE), 1, refusedBy(address(holderCount), address(0), onboarded(4)));
        vm.prank(alice);
        token.transfer(bob, 60);
        check(token.holderCount() == 1, "a full transfer replaces the holder");
    }

    function test_paused_token_refuses_transfers_and_mints() public {
        vm.prank(PAUSER);
        token.pause();
        expectTransferRefused(abi.encodeWithSelector(PropertyToken.TokenPaused.selector));
        expectMintRefused(alice, 1, abi.encodeWithSelector(PropertyToken.TokenPaused.selector));
        vm.prank(ENFORCER);
        token.forcedTransfer(alice, bob, 1);
        vm.prank(PAUSER);
        token.unpause();
        vm.prank(alice);
        token.transfer(bob, 1);
    }

    function test_nothing_is_minted_before_the_title_is_recorded() public {
        token = deployProperty("creek");
        expectMintRefused(alice, 1, abi.encodeWithSelector(PropertyToken.TitleNotRecorded.selector));
        recordTitle(token);
        allot(token, alice, 1);
    }

    function test_title_is_recorded_only_by_an_account_that_cannot_mint() public {
        vm.prank(MINTER);
        vm.expectRevert(abi.encodeWithSelector(Governed.MissingRole.selector, MINTER, Roles.TITLE_RECORDER));
        token.recordTitle("deed");
        authority.grantRole(Roles.TITLE_RECORDER, MINTER);
        vm.prank(MINTER);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.RecorderIsMinter.selector, MINTER));
        token.recordTitle("deed");
        vm.prank(TITLE_RECORDER);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.InvalidTitle.selector));
        token.recordTitle(0);
        vm.prank(TITLE_RECORDER);
        token.recordTitle("new deed");
        check(token.title() == "new deed", "replaced");
    }

    function test_supply_never_exceeds_the_units_of_the_property() public {
        setting(token, address(balanceCap), abi.encodeCall(BalanceCapModule.setMaxBalance, (5_000)));
        expectMintRefused(alice, 941, abi.encodeWithSelector(PropertyToken.SupplyCapExceeded.selector, 1_000, 61));
        allot(token, alice, 940);
        check(token.totalSupply() == 1_000, "full");
        bytes memory why = abi.encodeWithSelector(PropertyToken.SupplyCapExceeded.selector, 1_000, 1_000);
        expectMintRefused(alice, type(uint256).max, why);
    }

    function test_repeated_or_reordered_allotments_are_refused() public {
        (address[] memory to, uint256[] memory amounts) = one(bob, 1);
        uint64[2] memory wrong = [uint64(0), 2];
        for (uint256 i; i < 2; ++i) {
            vm.prank(MINTER);
            vm.expectRevert(abi.encodeWithSelector(PropertyToken.WrongSequence.selector, 1, wrong[i]));
            token.mintAllotments(wrong[i], 0, to, amounts);
        }
        check(token.balanceOf(bob) == 0 && token.allotmentCount() == 1, "nothing changed");
    }

    function test_batches_need_amounts_of_the_same_length_and_above_zero() public {
        (address[] memory to, uint256[] memory amounts) = one(bob, 0);
        vm.startPrank(MINTER);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.ZeroAmount.selector));
        token.mintAllotments(1, 0, to, amounts);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.LengthMismatch.selector));
        token.mintAllotments(1, 0, to, new uint256[](2));
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.EmptyBatch.selector));
        token.mintAllotments(1, 0, new address[](0), new uint256[](0));
        vm.stopPrank();
    }

    function test_forced_transfer_and_burn_take_frozen_shares_last() public {
        vm.startPrank(ENFORCER);
        token.freezePartialTokens(alice, 50);
        token.forcedTransfer(alice, bob, 5);
        check(token.getFrozenTokens(alice) == 50, "free shares move first");
        token.forcedTransfer(alice, bob, 15);
        check(token.getFrozenTokens(alice) == 40 && token.balanceOf(alice) == 40, "then frozen ones");
        token.burn(alice, 40);
        check(token.getFrozenTokens(alice) == 0 && token.totalSupply() == 20, "burn");
        vm.expectRevert(abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", alice, 0, 1));
        token.burn(alice, 1);
        vm.stopPrank();
    }

    /// It would change no balance, but unfreeze shares.
    function test_forced_transfer_to_the_same_wallet_is_refused() public {
        vm.startPrank(ENFORCER);
        token.freezePartialTokens(alice, 40);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.SameWallet.selector));
        token.forcedTransfer(alice, alice, 60);
        address[] memory wallet = new address[](1);
        uint256[] memory all = new uint256[](1);
        (wallet[0], all[0]) = (alice, 60);
        vm.expectRevert(abi.encodeWithSelector(PropertyToken.SameWallet.selector));
        token.batchForcedTransfer(wallet, wallet, all);
        vm.stopPrank();
        check(token.getFrozenTokens(alice) == 40, "still frozen");
    }

    function test_repeated_deployment_of_a_property_or_investor_is_refused() public {
        (bool success, bytes memory result) = address(this).call(abi.encodeCall(this.deployAgain, ()));
        check(!success && bytes4(result) == SuiteFactory.AlreadyDeployed.selector, "property");
        (success, result) = address(this).call(abi.encodeCall(this.onboardAgain, ()));
        check(!success && bytes4(result) == SuiteFactory.AlreadyDeployed.selector, "investor");
    }

    function deployAgain() external {
        deployProperty("marina");
    }

    function onboardAgain() external {
        onboard(1, UAE);
    }

    /// The pre-check of ERC-3643 agrees with what a transfer and a mint do.
    function testFuzz_precheck_agrees_with_the_token(uint96 held, uint96 amount, uint8 who, uint8 limit) public {
        setting(token, address(holderCount), abi.encodeCall(HolderCountModule.setMaxHolders, (limit % 4)));
        address to = [alice, bob, foreign][who % 3];
        uint256 more = uint256(amount) % 110 + 1;
        bool allowed = ModularCompliance(address(token.compliance())).canTransfer(address(0), to, more);
        (address[] memory holders, uint256[] memory amounts) = one(to, more);
        vm.prank(MINTER);
        (bool minted,) = address(token).call(abi.encodeCall(PropertyToken.mintAllotments, (1, 0, holders, amounts)));
        check(minted == allowed, "mint");
        uint256 moved = uint256(held) % 70;
        allowed = ModularCompliance(address(token.compliance())).canTransfer(alice, to, moved);
        bool enough = moved <= token.balanceOf(alice);
        vm.prank(alice);
        (bool done,) = address(token).call(abi.encodeCall(token.transfer, (to, moved)));
        check(done == (allowed && enough), "transfer");
    }
}
